/// \file
/// Products of 32-bit digits that fall on four neighbouring convolution columns.
///
/// Operands are cut into chunks of four digits. Chunk column k multiplies chunk i of a by a window of seven
/// digits of b, those whose products fall on one of the four columns of k:
///
///     b  ... | k-i-1: . 1 2 3 | k-i: 4 5 6 7 | ...         column c += a[i].u b.(4 + c - u)
///
/// The window slides down by one chunk when i goes up by one.
///
/// The four column sums of a chunk column make a number below 2^192: a sum of 2^32 products below 2^64 has 96
/// bits, and the highest sum starts at bit 96. That is three limbs, the third of which belongs to the next
/// chunk column. So every limb of the product is the sum of two limbs and a carry.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/add_carry.hpp"
#include "kernels/word/product_accumulator.hpp"

namespace gbi::kernels {

inline constexpr int chunk_limbs = 2;
inline constexpr int chunk_digits = 4;
inline constexpr int column_limbs = 3;  ///< in the value of a chunk column

struct alignas(16) digit_chunk {
  limb part[chunk_limbs];
  GBI_DEVICE std::uint32_t digit(int i) const {
    return static_cast<std::uint32_t>(part[i / 2] >> 32 * (i % 2));
  }
};

GBI_BOTH constexpr int chunks_of(std::uint64_t limbs) {
  return static_cast<int>((limbs + chunk_limbs - 1) / chunk_limbs);
}

/// Adds the products of chunk i of a with chunks k - i and k - i - 1 of b.
GBI_DEVICE void add_products(product_accumulator (&sum)[chunk_digits], const digit_chunk& x,
                             const digit_chunk& upper, const digit_chunk& lower) {
  unroll<chunk_digits>([&](auto u) {
    unroll<chunk_digits>([&](auto c) {
      constexpr int place = c - u;
      if constexpr (place >= 0)
        sum[c].add(x.digit(u), upper.digit(place));
      else
        sum[c].add(x.digit(u), lower.digit(chunk_digits + place));
    });
  });
}

/// The value of a chunk column, or of a part of it.
struct column_value {
  limb part[column_limbs];

  GBI_DEVICE static column_value of(const product_accumulator (&sum)[chunk_digits]) {
    const wide_limb low = sum[0].value() + (sum[1].value() << 32);
    const wide_limb high = sum[2].value() + (sum[3].value() << 32) + high_limb(low);
    return {{low_limb(low), low_limb(high), high_limb(high)}};
  }
  GBI_DEVICE void add(const column_value& other) {
    bool carry = false;
    unroll<column_limbs>([&](auto i) { part[i] = add_carry(part[i], other.part[i], carry); });
  }
};

/// Adds the values of lanes whose indices differ in the bit `distance`.
template <class Block>
GBI_DEVICE void add_from(Block& block, per_thread<Block, column_value>& value, int distance) {
  const per_thread<Block, column_value> other = block.shuffle_xor(value, distance);
  block.warp_phase([&](int thread) { value[thread].add(other[thread]); });
}

}  // namespace gbi::kernels
