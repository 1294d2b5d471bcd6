/// \file
/// Powers of two modulo several long numbers, side by side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::number_theory {

/// 2^exponents[g] mod n[g] for numbers n[g] > 2 of one context and exponents that are not negative. A power
/// is a chain of short launches, so chains in one batch take little longer than one of them. Each bit of the
/// longest exponent costs three products of the longest number's length for every g. Waits for exponents.
std::vector<gpu_bigint> powers_of_two(std::span<const gpu_bigint> n, std::span<const gpu_bigint> exponents);

/// How many such powers the workspace holds, for numbers of this many limbs.
std::size_t powers_at_once(const gpu_bigint& n);

}  // namespace gbi::number_theory
