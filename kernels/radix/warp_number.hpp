/// \file
/// A number of 64 limbs in the lanes of a warp, multiplied by words.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Lane i has the limbs 2 i and 2 i + 1.
template <class Block>
struct warp_number {
  static_assert(Block::threads == warp_threads && leaf_limbs == 2 * warp_threads);
  per_thread<Block, limb> low, high;
};

/// number = number factor. Each lane multiplies two limbs and hands the word above them to the lane
/// above; a ballot finds the carries (lookahead.hpp). 25 operations on words, two of them wide products.
/// \returns the word above the number, which lane 31 has
template <class Block>
GBI_DEVICE per_thread<Block, limb> multiply(Block& block, warp_number<Block>& number, limb factor) {
  per_thread<Block, limb> above;
  block.lone_phase([&](int lane) {
    const wide_limb low = wide_product(number.low[lane], factor);
    const wide_limb high = wide_product(number.high[lane], factor) + high_limb(low);
    number.low[lane] = low_limb(low);
    number.high[lane] = low_limb(high);
    above[lane] = high_limb(high);
  });
  const auto from_below = block.shuffle_up(above, 1);
  per_thread<Block, bool> generates, propagates;
  block.lone_phase([&](int lane) {
    const wide_limb pair = (static_cast<wide_limb>(number.high[lane]) << 64) | number.low[lane];
    const wide_limb sum = pair + (lane == 0 ? 0 : from_below[lane]);
    number.low[lane] = low_limb(sum);
    number.high[lane] = high_limb(sum);
    generates[lane] = sum < pair;
    propagates[lane] = (low_limb(sum) & high_limb(sum)) == ~limb{0};
  });
  const auto generate = block.ballot(generates), propagate = block.ballot(propagates);
  block.lone_phase([&](int lane) {
    const std::uint64_t arrive = arriving(generate[lane], propagate[lane], false);
    const limb carry = arrive >> lane & 1;
    number.low[lane] += carry;
    number.high[lane] += number.low[lane] == 0 ? carry : 0;
    above[lane] += arrive >> warp_threads;
  });
  return above;
}

}  // namespace gbi::kernels
