/// \file
/// Square roots of magnitudes in device memory.
#pragma once

#include <cstdint>

#include "kernels/division/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::arithmetic {

/// floor(sqrt(a)) and the remainder, a minus its square, for a > 0 of `bits` bits whose highest limb is not
/// zero. Waits for the device once, for the leading limbs.
/// \param root target of ceil(a.count / 2) limbs
/// \param remainder target of one limb more
/// \param signs written like those of a division
///
/// For large n, a root of n limbs takes 2.6 products of n by n limbs. Newton's iteration for the root divides
/// by a reciprocal that is refined along with the root. Source: R. Brent, P. Zimmermann, "Modern Computer
/// Arithmetic" (2010), 3.5 and 4.2.3, with remainders from products modulo 2^(64 k) + 1.
void square_root(detail::engine& engine, kernels::limb_span a, std::uint64_t bits, kernels::limb_target root,
                 kernels::limb_target remainder, const kernels::division_signs& signs = {});

}  // namespace gbi::arithmetic
