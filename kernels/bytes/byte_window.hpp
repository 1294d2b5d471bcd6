/// \file
/// The operands of a warp's part of a longer convolution (model/byte_convolution.hpp) in shared memory. While
/// one part is multiplied, the limbs of the next part are in registers.
#pragma once

#include <cstdint>

#include "kernels/bytes/word_bytes.hpp"
#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// The limbs of a number; zero beyond them.
struct limb_run {
  const limb* limbs;
  std::uint32_t count;  ///< below 2^31
  /// `index` may be a negative number modulo 2^32.
  GBI_DEVICE limb at(std::uint32_t index) const { return index < count ? read_only(limbs + index) : 0; }
};

/// The part of 32 Steps bytes of b for 128 Tiles bytes of the convolution.
template <int Steps, int Tiles>
struct byte_window {
  static constexpr int steps = Steps;
  static constexpr int limbs = convolution_step / 8 * Steps;           ///< of b
  static constexpr int window_limbs = limbs + tile_bytes / 8 * Tiles;  ///< of a
  static constexpr int rows_a = (window_limbs + warp_threads - 1) / warp_threads;
  static constexpr int rows_b = limbs / warp_threads;
  static_assert(limbs % warp_threads == 0);
  /// Lanes whose copies are 8 words apart use different banks.
  static constexpr int pitch = 2 * limbs + 8;

  alignas(16) std::uint32_t backward[2 * window_limbs];
  alignas(16) std::uint32_t shifted[4 * pitch];

  GBI_DEVICE convolution_window operands(bool is_empty) const { return {backward, shifted, pitch, is_empty}; }

  /// A lane's limbs of both operands, in rows of a warp, and the limb after those of b.
  template <class Block>
  struct loaded {
    per_thread<Block, limb> a[rows_a], b[rows_b], behind;
  };

  /// Inside a phase: loads the part of b from limb `from` on and of a down from limb `end` - 1. Both may be
  /// negative numbers modulo 2^32.
  template <class Block>
  GBI_DEVICE static void load(loaded<Block>& next, int thread, const limb_run& a, std::uint32_t end,
                              const limb_run& b, std::uint32_t from) {
    const std::uint32_t lane = lane_of(thread);
    unroll<rows_a>([&](auto i) { next.a[i][thread] = a.at(end - 1 - place(lane, i)); });
    unroll<rows_b>([&](auto i) { next.b[i][thread] = b.at(from + place(lane, i)); });
    next.behind[thread] = b.at(from + limbs);
  }

  /// Writes the loaded limbs to the windows of the warps that have a part.
  template <class Block, class HasPart>
  GBI_DEVICE static void stage(Block& block, const loaded<Block>& next, byte_window* windows,
                               HasPart&& has_part) {
    per_thread<Block, limb> above[rows_b];
    unroll<rows_b>([&](auto i) {
      above[i] = block.shuffle(next.b[i], [](int lane) { return (lane + 1) % warp_threads; });
    });
    block.warp_phase([&](int thread) {
      if (!has_part(thread)) return;
      byte_window& window = windows[thread / warp_threads];
      const int lane = static_cast<int>(lane_of(thread));
      unroll<rows_a>([&](auto i) {
        const int place = lane + warp_threads * i;
        const limb x = i == 0 && lane == 0 ? 0 : next.a[i][thread];
        if (window_limbs % warp_threads == 0 || place < window_limbs)
          put_words(window.backward + 2 * place, reversed_bytes(static_cast<std::uint32_t>(x >> 32)),
                    reversed_bytes(static_cast<std::uint32_t>(x)));
      });
      unroll<rows_b>([&](auto i) {
        const limb over = i + 1 < rows_b ? above[i + 1 < rows_b ? i + 1 : i][thread] : next.behind[thread];
        window.put_copies(lane + warp_threads * i, next.b[i][thread],
                          lane + 1 < warp_threads ? above[i][thread] : over);
      });
      // Beyond the limbs, lanes read at most the lower word, and the upper word only of the first copy.
      if (lane == 0) window.put_copies(limbs, next.behind[thread], 0);
    });
  }

 private:
  GBI_DEVICE static std::uint32_t place(std::uint32_t lane, int row) {
    return lane + static_cast<std::uint32_t>(warp_threads * row);
  }
  GBI_DEVICE static std::uint32_t lane_of(int thread) {
    return static_cast<std::uint32_t>(thread) % warp_threads;
  }
  /// Limb `place` of all copies.
  GBI_DEVICE void put_copies(int place, limb x, limb next) {
    const auto low = static_cast<std::uint32_t>(x), high = static_cast<std::uint32_t>(x >> 32),
               above = static_cast<std::uint32_t>(next);
    repeat<4>([&](int copy) {
      put_words(shifted + copy * pitch + 2 * place, joined_bytes(low, high, copy),
                joined_bytes(high, above, copy));
    });
  }
};

}  // namespace gbi::kernels
