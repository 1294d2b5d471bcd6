/// \file
/// A warp's product of bytes (kernels/model/byte_product.hpp) on the host: both matrices are gathered, one of
/// them from the lanes. Then every sum is a loop that the compiler vectorises.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/model/byte_product.hpp"

namespace gbi::exec::host {

/// sums[i][j] = the product of row i of a and row j of b.
template <int Rows, int Columns, int Depth>
[[gnu::noinline]] void dot_products(const std::uint8_t (&a)[Rows][Depth],
                                    const std::uint8_t (&b)[Columns][Depth],
                                    std::uint32_t (&sums)[Rows][Columns]) {
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      int sum = 0;
      for (int k = 0; k < Depth; ++k) sum += a[i][k] * b[j][k];
      sums[i][j] = static_cast<std::uint32_t>(sum);
    }
}

/// For the threads from `warp` on.
template <int Steps, int Tiles, int Blocks, class Sums, class RowsOf>
void byte_product(int warp, Sums& sums, RowsOf&& rows_of, const kernels::byte_columns* columns_from) {
  constexpr int rows = 16 * Tiles, columns = 16 * Blocks, depth = kernels::product_step * Steps;
  static_assert(depth <= 2147483647 / (255 * 255), "a sum fits an int");
  alignas(64) std::uint8_t a[rows][depth], b[columns][depth];
  alignas(64) std::uint32_t found[rows][columns];
  for (int lane = 0; lane < 32; ++lane)
    for (int step = 0; step < Steps; ++step) {
      const int g = lane / 4, at = 32 * step + 4 * (lane % 4);
      for (int tile = 0; tile < Tiles; ++tile) {
        const kernels::byte_rows from = rows_of(warp + lane, tile, step);
        for (int i = 0; i < 4; ++i)
          std::memcpy(&a[16 * tile + g + i % 2 * 8][at + i / 2 * 16], &from.word[i], 4);
      }
      for (int block = 0; block < Blocks; ++block) {
        const auto& from = columns_from[step * Blocks + block].word;
        for (int i = 0; i < 4; ++i)
          std::memcpy(&b[16 * block + g / 2 * 4 + g % 2 + i / 2 * 2][at + i % 2 * 16],
                      &from[i / 2][i % 2][g][lane % 4], 4);
      }
    }
  dot_products(a, b, found);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      sums[warp + i % 8 * 4 + j % 16 / 4].of[j / 16][i / 16][i % 16 / 8][j % 4] = found[i][j];
}

}  // namespace gbi::exec::host
