/// \file
/// Exact checks of sums, shifts and remainders in host memory. The calling thread makes them; they take no
/// longer than the operation.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Whether c = a + b + carry, apart from the carry out, with n limbs of c and a, m <= n of b, and carry <= 1.
bool is_sum(const limb* c, const limb* a, std::size_t n, const limb* b, std::size_t m,
            limb carry = 0) noexcept;
/// Whether c = a 2^bits + below, apart from the bits shifted out, with n limbs of each, 0 <= bits < 64 and
/// below < 2^bits.
bool is_shifted_left(const limb* c, const limb* a, std::size_t n, int bits, limb below = 0) noexcept;
/// Whether c = floor(a / 2^bits) + more, apart from the carry out, with n limbs of each, 0 <= bits < 64,
/// more <= 1, and the bits `above` as the highest ones of the quotient.
bool is_shifted_right(const limb* c, const limb* a, std::size_t n, int bits, limb above = 0,
                      limb more = 0) noexcept;

/// Whether a <= 2 b, with n + 1 limbs of a and n of b.
bool is_at_most_twice(const limb* a, const limb* b, std::size_t n) noexcept;

}  // namespace gbi::words
