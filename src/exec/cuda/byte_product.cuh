/// \file
/// A warp's product of bytes (kernels/model/byte_product.hpp) on CUDA.
#pragma once

#include <type_traits>

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

/// A lane's part of columns: the same words of both halves.
struct lane_columns {
  std::uint32_t word[4];
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
GBI_DEVICE lane_columns load_columns(const kernels::byte_columns& from) {
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(&from)) + threadIdx.x % 32 * 16;
  lane_columns result;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(result.word[0]), "=r"(result.word[1]), "=r"(result.word[2]), "=r"(result.word[3])
               : "r"(at)
               : "memory");
  return result;
}

/// sums (+)= rows columns for 16 rows, 16 columns and 32 bytes, on the tensor cores: two products by 8
/// columns.
template <bool Adds>
GBI_DEVICE void multiply_tile(std::uint32_t (&sums)[2][4], const kernels::byte_rows& rows,
                              const lane_columns& columns) {
  kernels::unroll<2>([&](auto half) {
    constexpr int i = 2 * half;
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%11,%12,%13};"
        : "=r"(sums[0][i]), "=r"(sums[0][i + 1]), "=r"(sums[1][i]), "=r"(sums[1][i + 1])
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "r"(columns.word[i]),
          "r"(columns.word[i + 1]), "r"(Adds ? sums[0][i] : 0), "r"(Adds ? sums[0][i + 1] : 0),
          "r"(Adds ? sums[1][i] : 0), "r"(Adds ? sums[1][i + 1] : 0));
  });
}
#else
GBI_DEVICE lane_columns load_columns(const kernels::byte_columns& from) {
  const unsigned lane = threadIdx.x % 32;
  return {from.word[0][0][lane / 4][lane % 4], from.word[0][1][lane / 4][lane % 4],
          from.word[1][0][lane / 4][lane % 4], from.word[1][1][lane / 4][lane % 4]};
}

/// The same by shuffles, for devices whose tensor cores do not multiply such tiles.
template <bool Adds>
GBI_DEVICE void multiply_tile(std::uint32_t (&sums)[2][4], const kernels::byte_rows& rows,
                              const lane_columns& columns) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  if constexpr (!Adds) kernels::unroll<8>([&](auto i) { sums[i / 4][i % 4] = 0; });
  kernels::unroll<16>([&](auto each) {
    constexpr int half = each / 8, deeper = each / 4 % 2, k = each % 4;
    const unsigned low = __shfl_sync(~0u, rows.word[2 * deeper], (lane & ~3) + k);
    const unsigned high = __shfl_sync(~0u, rows.word[2 * deeper + 1], (lane & ~3) + k);
    kernels::unroll<2>([&](auto j) {
      const unsigned column = __shfl_sync(~0u, columns.word[2 * half + deeper], 8 * (lane % 4) + 4 * j + k);
      sums[0][2 * half + j] = __dp4a(low, column, sums[0][2 * half + j]);
      sums[1][2 * half + j] = __dp4a(high, column, sums[1][2 * half + j]);
    });
  });
}
#endif

/// rows_of(tile, step)
template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warp(kernels::byte_sums<Tiles, Blocks>& sums, RowsOf&& rows_of,
                                 const kernels::byte_columns* columns) {
  const auto multiply_step = [&](auto adds, int step) {
    kernels::repeat<Blocks>([&](int block) {
      const lane_columns found = load_columns(columns[step * Blocks + block]);
      kernels::repeat<Tiles>(
          [&](int tile) { multiply_tile<adds>(sums.of[block][tile], rows_of(tile, step), found); });
    });
  };
  multiply_step(std::false_type{}, 0);
  kernels::repeat<Steps - 1>([&](int step) { multiply_step(std::true_type{}, step + 1); });
}

}  // namespace gbi::exec::cuda
