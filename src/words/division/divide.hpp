/// \file
/// Division of short numbers in host memory on the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// quotient = a / divisor of n limbs, rounded down. \returns the remainder. The divisor must not be 0.
/// `quotient` may be a.
limb divide_1(limb* quotient, const limb* a, std::size_t n, limb divisor) noexcept;
/// a modulo the divisor, which is not 0.
limb remainder_1(const limb* a, std::size_t n, limb divisor) noexcept;

/// Limbs of scratch memory for divide().
std::size_t divide_scratch(std::size_t n, std::size_t m) noexcept;
/// The quotient of n - m + 1 limbs, rounded down, and the remainder of m limbs, n >= m >= 1. The divisor's
/// top limb is not 0. Either result may be null.
void divide(limb* quotient, limb* remainder, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
            limb* scratch) noexcept;
/// The quotient, in n - m + 1 limbs, of a and the divisor, for an a that is a multiple of the divisor.
/// Scratch memory as for divide().
void divide_exact(limb* quotient, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
                  limb* scratch) noexcept;

}  // namespace gbi::words
