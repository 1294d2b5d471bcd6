/// \file
/// Cuts the digits of numbers into the tiles of tall columns (columns.hpp).
///
/// A thread cuts the eight digits of a row of a tile. Eight neighbouring threads have neighbouring rows of
/// the same tile and write a line of two sectors each; threads that are eight apart have neighbouring tiles
/// and read the same lines.
///
/// Reads b/8 bytes per digit of b bits and writes 4.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/ends/number.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// \tparam Bits of a digit
template <int Bits>
struct tile_digits_kernel : kernel<tile_digits_arguments, 256, 8> {
  using tile_digits_kernel::kernel::arguments, tile_digits_kernel::kernel::threads;
  static constexpr int rows_together = 8;

  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const arguments& a) {
    const digit_operand x = operand_of(a.operands, block.batch());
    const limb* const number = x.digits.limbs + x.problem * x.digits.batch_stride;
    signed_word* const tiles = a.tiles + std::uint64_t{block.batch()} * (a.width * a.rows);
    const auto tiles_of_row = static_cast<std::uint32_t>(a.width / tall_tile);
    block.phase([&](int thread) {
      const std::uint32_t at = block.index() * threads + static_cast<std::uint32_t>(thread);
      const std::uint32_t tile = at / rows_together % tiles_of_row,
                          row = at / rows_together / tiles_of_row * rows_together + at % rows_together;
      const std::uint32_t j = row * static_cast<std::uint32_t>(a.width) + tile * tall_tile;
      // The words from that of the digit before the first on, shifted so that this digit begins at their bit
      // 0.
      const std::uint64_t bit = std::uint64_t{j} * Bits + 32 - Bits;
      const std::uint32_t first = word_of(bit), start = static_cast<std::uint32_t>(bit) & 31;
      std::uint32_t word[words + 1];
      if (std::uint64_t{first} + words < 2 * x.digits.count)
        unroll<words + 1>(
            [&](auto k) { word[k] = half_limb(number, first + static_cast<std::uint32_t>(k)); });
      else
        unroll<words + 1>(
            [&](auto k) { word[k] = word_or_zero(x.digits, number, first + static_cast<std::uint32_t>(k)); });
      unroll<words>([&](auto k) { word[k] = bits_at(word[k], word[k + 1], start); });
      std::int32_t digits[tall_tile];
      recode_at_random(
          x.digits, x.problem, j,
          [&](auto i) {
            constexpr int place = (i + 1) * Bits, k = place / 32;
            return bits_at(word[k], word[k + 1 < words ? k + 1 : k], place % 32);
          },
          digits);
      digit_run<4> lines[2];
      unroll<tall_tile>([&](auto i) { lines[i / 4].digit[i % 4] = signed_word_of(digits[i]); });
      auto* const to =
          reinterpret_cast<digit_run<4>*>(tiles + (std::uint64_t{tile} * a.rows + row) * tall_tile);
      to[0] = lines[0];
      to[1] = lines[1];
    });
  }

 private:
  static constexpr int words = ((tall_tile + 1) * Bits + 31) / 32;

  GBI_DEVICE static std::int32_t signed_word_of(std::int32_t digit) {
    return (digit & static_cast<std::int32_t>(1u << 31)) | (digit < 0 ? -digit : digit);
  }
};

}  // namespace gbi::kernels
