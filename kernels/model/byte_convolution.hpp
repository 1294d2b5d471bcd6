/// \file
/// The operands of a warp's convolution of bytes, a collective of every block (block.hpp). It adds to `sums`
/// the convolution of two runs a and b of `Bytes` unsigned bytes: c[p] is the sum of a[i] b[p - i] over all
/// i.
///
/// Tensor cores multiply matrices. Row r of the first one is a[r - 1 - k], column n of the second one
/// b[n + 1 + k], for k = 0, 1, 2 ...: the product is c[r + n]. So neighbouring rows and columns are the same
/// bytes at different offsets, and each word that a lane has read serves many products. Rows start 8 bytes
/// apart and read a backwards. Columns start one byte apart, so there are four copies of b, at all offsets
/// modulo 4. Both are read beyond their ends, so zeros must surround them.
///
/// A tile has 16 rows and 8 columns: 128 bytes of the result. For each tile, lane 4 g + t gets the sums for
/// the bytes 8 g + 2 t and 8 g + 2 t + 1 of its lower 64 bytes and of its upper 64 bytes. Sums are modulo
/// 2^32. A warp without operands takes no part.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The bytes of a result in a tile, and the bytes of the operands that are multiplied at once.
inline constexpr int tile_bytes = 128, convolution_step = 32;

/// of[tile][0: lower, 1: upper 64 bytes][byte]
template <int Tiles>
struct convolution_sums {
  std::uint32_t of[Tiles][2][2];
};

/// The words of zeros that must surround the runs.
inline constexpr int backward_margin = 16, shifted_margin_before = 3, shifted_margin_behind = 2;

/// Where the runs of a warp are in shared memory.
template <int Bytes>
struct convolution_operands {
  /// Byte x is a[Bytes - 1 - x], with backward_margin words of zeros before and after.
  const std::uint32_t* backward;
  /// Byte x of copy s = 0, 1, 2, 3 is b[x + s], from x = -4 on, or 0 where b has no such byte. The margins
  /// are before and after these Bytes / 4 + 1 words.
  const std::uint32_t* shifted;
  /// Words from one copy to the next.
  int pitch;
  bool exist = true;
};

/// The steps of k, of 32 bytes each, that contribute anything but zeros to a tile of the result. Of step -1,
/// only the upper half does.
template <int Bytes>
struct convolution_steps {
  static constexpr int all = Bytes / convolution_step;
  GBI_BOTH static constexpr int first(int tile) { return 4 * tile - all > -1 ? 4 * tile - all : -1; }
  GBI_BOTH static constexpr int last(int tile) { return 4 * tile + 3 < all ? 4 * tile + 3 : all - 1; }

  /// The range of k in which a row reads its run and the margins.
  GBI_BOTH static constexpr int begin(int tile, int row) {
    const int inside = row - Bytes - 4 * backward_margin,
              begin = first(tile) < 0 ? -convolution_step / 2 : convolution_step * first(tile);
    return begin > inside ? begin : inside;
  }
  GBI_BOTH static constexpr int end(int tile, int row) {
    const int inside = row + 4 * backward_margin, end = convolution_step * (last(tile) + 1);
    return end < inside ? end : inside;
  }
};

/// The operands of a warp's part of a longer convolution, whose bytes are in shared memory. It adds the
/// contribution of 32 Steps bytes of b to the sums of Tiles tiles. Row r and column n add up, for k = 0 to
/// 32 Steps - 1, the products of byte 128 Tiles - 8 r + k of `backward` and byte n + 1 + k of b. If byte x of
/// `backward` is a[128 Tiles - 1 - x] and b begins one byte after a byte j, these are the products of a[8 r -
/// 1 - k] and b[j + n + 1 + k]. Zeros are needed only beyond the ends of a and b.
struct convolution_window {
  /// 8 Steps + 32 Tiles words. The first two are zero.
  const std::uint32_t* backward;
  /// Four copies of 8 Steps + 2 words. Byte x of copy s is b[x + s].
  const std::uint32_t* shifted;
  /// Words from one copy to the next.
  int pitch;
  /// The warp has no part and adds nothing.
  bool is_empty = false;
};

}  // namespace gbi::kernels
