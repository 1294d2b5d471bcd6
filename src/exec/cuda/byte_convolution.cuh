/// \file
/// A warp's convolution of bytes (kernels/model/byte_convolution.hpp) on CUDA.
#pragma once

#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/unroll.hpp"
#include "src/exec/cuda/byte_tiles.cuh"

namespace gbi::exec::cuda {

/// Lane 4 g + t of a warp.
struct lane_place {
  int index = static_cast<int>(threadIdx.x % 32), g = index / 4, t = index % 4;
};

/// The rows of a tile for a step of 32 bytes: row g, row g + 8, and both again, 16 bytes deeper.
struct sliding_rows {
  std::uint32_t word[4];
};

/// sums += rows columns. Without `Whole`, only the deeper half is multiplied.
template <bool Whole>
GBI_DEVICE void multiply_rows(std::uint32_t (&sums)[2][2], const sliding_rows& rows,
                              const std::uint32_t (&columns)[2]) {
  multiply_tile<Whole>(sums[0][0], sums[0][1], sums[1][0], sums[1][1], rows.word, columns[0], columns[1]);
}

/// All columns are in registers. The rows slide: at each step two words are new, and the other two were in
/// the adjacent places two steps ago.
template <int Bytes, int First, int Tiles, int All>
GBI_DEVICE void convolve(kernels::convolution_sums<All>& sums,
                         const kernels::convolution_operands<Bytes>& from) {
  using steps = kernels::convolution_steps<Bytes>;
  const lane_place lane;
  const std::uint32_t* const column =
      from.shifted + (lane.g + 1) % 4 * from.pitch + (lane.g + 1) / 4 + lane.t;
  std::uint32_t columns[steps::all + 1][2];
  kernels::unroll<steps::all + 1>([&](auto step) {
    columns[step][0] = step == 0 ? 0 : column[8 * (step - 1)];
    columns[step][1] = column[8 * (step - 1) + 4];
  });

  // Zero, but the compiler does not know that. Two copies of a word need two registers anyway. An exclusive
  // or with this zero makes the second copy once; otherwise, the compiler would copy the word before each
  // product.
  const std::uint32_t zero = *const_cast<const volatile std::uint32_t*>(from.backward - 1);
  const std::uint32_t* const row = from.backward + Bytes / 4 - 2 * lane.g + lane.t;
  const auto is_inside = [](int place) { return place >= -3 && place <= Bytes / 16; };
  // The words whose highest row ends 16 place bytes after the beginning of a.
  const auto row_word = [&](int place) { return is_inside(place) ? row[-4 * place] : 0; };
  constexpr int before = 3;
  sliding_rows slid[2] = {{{0, row_word(-2 * before), 0, row_word(-2 * before - 1)}},
                          {{0, row_word(-2 * before + 2), 0, row_word(-2 * before + 1)}}};
  kernels::unroll<steps::all + before + 1>([&](auto step) {
    constexpr int at = step - before;
    sliding_rows& two_ago = slid[step % 2];
    const sliding_rows rows{{is_inside(2 * at) ? two_ago.word[1] ^ zero : 0, row_word(2 * at + 4),
                             is_inside(2 * at - 1) ? two_ago.word[3] ^ zero : 0, row_word(2 * at + 3)}};
    kernels::unroll<Tiles - First>([&](auto place) {
      constexpr int tile = First + place;
      constexpr int w = 4 * tile - at;
      if constexpr (w >= steps::first(tile) && w <= steps::last(tile))
        multiply_rows<w >= 0>(sums.of[tile], rows, columns[w + 1]);
    });
    two_ago = rows;
  });
}

/// The same for a part of a longer convolution, which has no zeros to skip.
template <int Steps, int Tiles>
GBI_DEVICE void convolve_window(kernels::convolution_sums<Tiles>& sums,
                                const kernels::convolution_window& from) {
  const lane_place lane;
  const std::uint32_t* const column =
      from.shifted + (lane.g + 1) % 4 * from.pitch + (lane.g + 1) / 4 + lane.t;
  std::uint32_t columns[Steps][2];
  kernels::unroll<Steps>([&](auto step) {
    columns[step][0] = column[8 * step];
    columns[step][1] = column[8 * step + 4];
  });

  const std::uint32_t zero = *const_cast<const volatile std::uint32_t*>(from.backward);  // as above
  const std::uint32_t* const row = from.backward + 32 * Tiles - 2 * lane.g + lane.t;
  constexpr int first = 4 - 4 * Tiles;
  const auto rows_at = [&](int at) { return sliding_rows{{row[8 * at], 0, row[8 * at + 4], 0}}; };
  sliding_rows slid[2] = {rows_at(first - 2), rows_at(first - 1)};
  kernels::unroll<Steps - first>([&](auto i) {
    constexpr int at = first + i;
    sliding_rows& two_ago = slid[i % 2];
    const std::uint32_t upper = two_ago.word[0] ^ zero, deeper = two_ago.word[2] ^ zero;
    const sliding_rows rows{{row[8 * at], upper, row[8 * at + 4], deeper}};
    kernels::unroll<Tiles>([&](auto tile) {
      constexpr int step = at + 4 * tile;
      if constexpr (step >= 0 && step < Steps) multiply_rows<true>(sums.of[tile], rows, columns[step]);
    });
    two_ago = rows;
  });
}

}  // namespace gbi::exec::cuda
