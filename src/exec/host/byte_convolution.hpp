/// \file
/// A warp's convolution of bytes (kernels/model/byte_convolution.hpp) on the host: every sum is a loop over
/// the bytes that tensor cores would read, with the zeros around the runs.
#pragma once

#include <cstdint>

#include "kernels/model/byte_convolution.hpp"

namespace gbi::exec::host {

[[gnu::noinline]] inline std::uint32_t dot_product(const std::uint8_t* a, const std::uint8_t* b, int count) {
  std::uint32_t sum = 0;
  for (int k = 0; k < count; ++k) sum += std::uint32_t{a[k]} * b[k];
  return sum;
}

/// Adds tiles of the convolution to the sums of the threads from `warp` on.
template <int Bytes, int First, int Tiles, class Sums>
void convolve(int warp, Sums& sums, const kernels::convolution_operands<Bytes>& from) {
  using steps = kernels::convolution_steps<Bytes>;
  if (!from.exist) return;
  const auto* backward = reinterpret_cast<const std::uint8_t*>(from.backward);
  for (int tile = First; tile < Tiles; ++tile)
    for (int lane = 0; lane < 32; ++lane)
      for (int half = 0; half < 2; ++half)
        for (int byte = 0; byte < 2; ++byte) {
          const int row = kernels::tile_bytes * tile + 64 * half + lane / 4 * 8;
          const int begin = steps::begin(tile, row), count = steps::end(tile, row) - begin;
          const int distance = lane % 4 * 2 + byte + 1;
          const auto* column =
              reinterpret_cast<const std::uint8_t*>(from.shifted + distance % 4 * from.pitch + distance / 4);
          sums[warp + lane].of[tile][half][byte] +=
              dot_product(backward + Bytes - row + begin, column + begin, count);
        }
}

/// Adds a part of a longer convolution to the sums of the threads from `warp` on.
template <int Steps, int Tiles, class Sums>
void convolve_window(int warp, Sums& sums, const kernels::convolution_window& from) {
  if (from.is_empty) return;
  const auto* backward = reinterpret_cast<const std::uint8_t*>(from.backward);
  for (int tile = 0; tile < Tiles; ++tile)
    for (int lane = 0; lane < 32; ++lane)
      for (int half = 0; half < 2; ++half)
        for (int byte = 0; byte < 2; ++byte) {
          const int row = kernels::tile_bytes * tile + 64 * half + lane / 4 * 8;
          const int distance = lane % 4 * 2 + byte + 1;
          const auto* column =
              reinterpret_cast<const std::uint8_t*>(from.shifted + distance % 4 * from.pitch + distance / 4);
          sums[warp + lane].of[tile][half][byte] += dot_product(backward + kernels::tile_bytes * Tiles - row,
                                                                column, kernels::convolution_step * Steps);
        }
}

}  // namespace gbi::exec::host
