/// \file
/// Checks of sums, shifts and remainders in host memory by the calling thread. They are exact, and take no
/// longer than the operation.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Whether c = a + b + carry, apart from the carry out, with n limbs of c and a, m <= n of b, and carry <= 1.
bool is_sum(const limb* c, const limb* a, std::size_t n, const limb* b, std::size_t m,
            limb carry = 0) noexcept;
/// Whether c = a 2^(64 whole + bits), with whole + n + 1 limbs of c and n of a, 0 <= bits < 64.
bool is_shifted_left(const limb* c, const limb* a, std::size_t n, std::size_t whole, int bits) noexcept;
/// Whether c = floor(a / 2^bits) + more, with n + 1 limbs of c and n of a, 0 <= bits < 64, more <= 1.
bool is_shifted_right(const limb* c, const limb* a, std::size_t n, int bits, limb more) noexcept;

/// Whether a <= 2 b, with n + 1 limbs of a and n of b.
bool is_at_most_twice(const limb* a, const limb* b, std::size_t n) noexcept;

}  // namespace gbi::words
