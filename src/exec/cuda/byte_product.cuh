/// \file
/// A warp's product of bytes (kernels/model/byte_product.hpp) on CUDA.
#pragma once

#include <type_traits>

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"
#include "src/exec/cuda/byte_tiles.cuh"

namespace gbi::exec::cuda {

/// A lane's part of columns: the same words of both halves.
struct lane_columns {
  std::uint32_t word[4];
};

GBI_DEVICE lane_columns load_columns(const kernels::byte_columns& from) {
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(&from)) + threadIdx.x % 32 * 16;
  lane_columns result;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(result.word[0]), "=r"(result.word[1]), "=r"(result.word[2]), "=r"(result.word[3])
               : "r"(at)
               : "memory");
  return result;
}

/// sums (+)= rows columns for 16 rows, 16 columns and 32 bytes: two products by 8 columns.
template <bool Adds>
GBI_DEVICE void multiply_columns(std::uint32_t (&sums)[2][4], const kernels::byte_rows& rows,
                                 const lane_columns& columns) {
  if constexpr (!Adds) kernels::unroll<8>([&](auto i) { sums[i / 4][i % 4] = 0; });
  kernels::unroll<2>([&](auto half) {
    constexpr int i = 2 * half;
    multiply_tile<true>(sums[0][i], sums[0][i + 1], sums[1][i], sums[1][i + 1], rows.word, columns.word[i],
                        columns.word[i + 1]);
  });
}

/// rows_of(tile, step)
template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warp(kernels::byte_sums<Tiles, Blocks>& sums, RowsOf&& rows_of,
                                 const kernels::byte_columns* columns) {
  const auto multiply_step = [&](auto adds, int step) {
    kernels::repeat<Blocks>([&](int block) {
      const lane_columns found = load_columns(columns[step * Blocks + block]);
      kernels::repeat<Tiles>(
          [&](int tile) { multiply_columns<adds>(sums.of[block][tile], rows_of(tile, step), found); });
    });
  };
  multiply_step(std::false_type{}, 0);
  kernels::repeat<Steps - 1>([&](int step) { multiply_step(std::true_type{}, step + 1); });
}

}  // namespace gbi::exec::cuda
