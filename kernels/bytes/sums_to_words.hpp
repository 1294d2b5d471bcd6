/// \file
/// Converts the sums of a byte convolution to words of 32 bits. A warp has the sums of one integer, tile by
/// tile (model/byte_convolution.hpp), each at the place of its byte.
///
/// Two neighbouring lanes have all four sums of two words, one from the lower and one from the upper half of
/// a tile. They exchange halves, and each makes one word. The excess of a word is added to the next one. That
/// rarely leaves a carry: the excess is below 2^24, so a random word passes a carry on with a probability
/// below 2^-8, and about 2^-15 at 16384 bits. So carries are only recorded here. If there is any, all are
/// added afterwards, by look-ahead.
#pragma once

#include <cstdint>

#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/residue_word.hpp"

namespace gbi::kernels {

/// \tparam Narrow whether two sums of neighbouring bytes fit in a word together: 257 x 256 x 255^2 < 2^32, so
/// the sums of one pair of runs of 256 bytes do.
template <class Block, int Tiles, bool Narrow>
class sums_to_words {
 public:
  using sums = per_thread<Block, convolution_sums<Tiles>>;

  GBI_DEVICE explicit sums_to_words(Block& block) : block_(&block) {
    block.lone_phase([&](int thread) { above_[thread] = carries_[thread] = 0; });
  }

  /// Which word of a tile a lane makes; the words of the lower half go to the even lanes.
  GBI_DEVICE static int word_of_lane(int lane) { return lane >> 1 | (lane & 1) << 4; }

  /// Makes the words of a tile of the integer from a tile of the sums. Tiles come in order. words_of(thread)
  /// is the address of the integer of the thread's warp in shared memory.
  template <class WordsOf>
  GBI_DEVICE void finish(const sums& from, int tile_of_sums, int tile, const WordsOf& words_of) {
    per_thread<Block, halves> own, sent;
    block_->lone_phase([&](int thread) {
      const auto& sum = from[thread].of[tile_of_sums];
      const bool upper = (thread & 1) != 0;
      repeat<pieces>([&](int i) {
        const std::uint32_t low = Narrow ? sum[0][0] + (sum[0][1] << 8) : sum[0][i];
        const std::uint32_t high = Narrow ? sum[1][0] + (sum[1][1] << 8) : sum[1][i];
        own[thread].of[i] = upper ? high : low;
        sent[thread].of[i] = upper ? low : high;
      });
    });
    const per_thread<Block, halves> received = block_->shuffle_xor(sent, 1);
    per_thread<Block, std::uint32_t> word, excess;
    block_->lone_phase([&](int thread) {
      // An odd lane keeps the upper sums of its word and receives the lower ones.
      const bool odd = (thread & 1) != 0;
      std::uint64_t value = 0;
      repeat<pieces>([&](int i) {
        const std::uint32_t low = 1u << 8 * i, high = 1u << (16 + 8 * i);
        value = multiplied(own[thread].of[i], odd ? high : low, value);
        value = multiplied(received[thread].of[i], odd ? low : high, value);
      });
      word[thread] = static_cast<std::uint32_t>(value);
      excess[thread] = static_cast<std::uint32_t>(value >> 32);
    });
    const per_thread<Block, std::uint32_t> before = block_->shuffle(excess, [](int lane) {
      return lane >= 2 ? lane - 2 : lane == 1 ? warp_threads - 2 : warp_threads - 1;
    });
    block_->lone_phase([&](int thread) {
      const int lane = lane_of(thread);
      const std::uint32_t in = lane == 0 ? above_[thread] : before[thread], sum = word[thread] + in;
      above_[thread] = before[thread];
      carries_[thread] |= (sum < in ? 1u : 0u) << tile;
      words_of(thread)[warp_threads * tile + word_of_lane(lane)] = sum;
    });
  }

  /// Whether the words of the thread have left carries.
  GBI_DEVICE bool has_carries(int thread) const { return carries_[thread] != 0; }

  /// Adds the carries of `tiles` tiles; run by the same warps.
  template <class WordsOf>
  GBI_DEVICE void add_carries(int tiles, const WordsOf& words_of) {
    per_thread<Block, std::uint32_t> in;
    block_->lone_phase([&](int thread) { in[thread] = 0; });
    for (int tile = 0; tile < tiles; ++tile) {
      const auto word_at = [&](int thread) -> std::uint32_t& {
        return words_of(thread)[warp_threads * tile + word_of_lane(lane_of(thread))];
      };
      per_thread<Block, bool> generate, propagate;
      block_->lone_phase([&](int thread) {
        generate[thread] = (carries_[thread] >> tile & 1) != 0;
        propagate[thread] = word_at(thread) == ~std::uint32_t{0};
      });
      const per_thread<Block, std::uint32_t> generates = block_->ballot(generate),
                                             propagates = block_->ballot(propagate);
      block_->lone_phase([&](int thread) {
        // In the sum of x = g | p and y = g, a bit generates where g is set and propagates where p is set.
        // The carries are the bits in which the sum differs from x ^ y.
        const std::uint64_t g = ordered(generates[thread]), x = g | ordered(propagates[thread]) | between;
        const std::uint64_t partial = x + g, sum = partial + in[thread], into = sum ^ x ^ g;
        in[thread] = partial < x || sum < partial ? 1 : 0;
        word_at(thread) += static_cast<std::uint32_t>(into >> 2 * word_of_lane(lane_of(thread)) & 1);
      });
    }
  }

 private:
  GBI_DEVICE static int lane_of(int thread) { return thread & (warp_threads - 1); }

  static constexpr int pieces = Narrow ? 1 : 2;
  struct halves {
    std::uint32_t of[pieces];
  };
  /// Bit 2 i belongs to word i. The bits in between propagate carries.
  static constexpr std::uint64_t between = 0xaaaaaaaaaaaaaaaa;
  GBI_DEVICE static std::uint64_t ordered(std::uint32_t lanes) {
    return std::uint64_t{lanes >> 1 & 0x55555555} << 32 | (lanes & 0x55555555);
  }

  Block* block_;
  per_thread<Block, std::uint32_t> above_, carries_;
};

}  // namespace gbi::kernels
