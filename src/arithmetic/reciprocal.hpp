/// \file
/// Reciprocals of normalised magnitudes by Newton's iteration, from below.
#pragma once

#include <cstdint>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::arithmetic {

/// Limbs of X with 2^(64 (n + p)) / v - 4 < X < 2^(64 (n + p)) / v for each divisor v of n limbs whose top
/// bit is set: p + 1 limbs each, one behind the other. Nothing waits for the device.
///
/// Each step takes p correct limbs to p' <= 2 p - 1 by a product of p' by p limbs and one of p by p. Of short
/// ones those are 5/4 of a product of p' by p'; of long ones the first needs a transform for p' limbs only,
/// and both share that of x, so that together they cost 0.9. All steps cost twice the last one. Source: R.
/// Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 3.4.1.
exec::buffer<limb> reciprocals(detail::engine& engine, kernels::limb_span divisors, std::uint32_t batch,
                               std::uint64_t precision);

/// One step: the same for one divisor from a reciprocal X of p limbs, p + 1 of them, to at most 2 p - 1. X is
/// below 2^(64 (n + p)) / v by less than 4 and more than 2^-61.
exec::buffer<limb> refined_reciprocal(detail::engine& engine, kernels::limb_span divisor,
                                      kernels::limb_span known, std::uint64_t precision);

}  // namespace gbi::arithmetic
