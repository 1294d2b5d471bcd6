/// \file
/// Products of the many large primes in a quotient of factorials, found and multiplied on the device.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/factorial_quotient.hpp"
#include "src/context/engine.hpp"

namespace gbi::number_theory {

/// Entry j is the product of the primes above `least` and up to n whose exponent in the quotient has bit j.
/// No exponent has a higher bit. The device sieves, selects and multiplies; the host waits for the counts of
/// primes and the lengths of the leaves. Part of the caller's operation.
/// O(n log log n) operations for the sieve, plus the product trees.
/// \param n at least the largest number in the quotient, below 2^32
/// \param least at least 2
/// \throws out_of_memory
std::vector<gpu_bigint> products_of_large_primes(const std::shared_ptr<detail::engine>& engine,
                                                 std::uint64_t n, std::uint64_t least,
                                                 const kernels::factorial_quotient& quotient);

}  // namespace gbi::number_theory
