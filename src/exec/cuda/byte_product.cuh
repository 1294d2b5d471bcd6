/// \file
/// One tile of a warp's product of bytes (kernels/model/byte_product.hpp) on CUDA.
#pragma once

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
/// sums += rows columns for 16 rows, 16 columns and 32 bytes, by the tensor cores: two products by 8 columns.
GBI_DEVICE void multiply_tile(std::uint32_t (&sums)[2][4], const kernels::byte_rows& rows,
                              const kernels::byte_columns& columns) {
  kernels::unroll<2>([&](auto half) {
    constexpr int i = 2 * half;
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sums[0][i]), "+r"(sums[0][i + 1]), "+r"(sums[1][i]), "+r"(sums[1][i + 1])
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "r"(columns.word[i]),
          "r"(columns.word[i + 1]));
  });
}
#else
/// The same by shuffles, for devices whose tensor cores do not multiply such tiles.
GBI_DEVICE void multiply_tile(std::uint32_t (&sums)[2][4], const kernels::byte_rows& rows,
                              const kernels::byte_columns& columns) {
  const int lane = static_cast<int>(threadIdx.x % 32);
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

}  // namespace gbi::exec::cuda
