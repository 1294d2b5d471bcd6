/// \file
/// A product of bytes (kernels/model/byte_product.hpp) by four warps together, a warpgroup, as devices of
/// compute capability 9.0 have it. The tensor cores read columns from shared memory themselves, once for 64
/// rows, and work while other warpgroups do something else. Only code for sm_90a has the instructions.
#pragma once

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
inline constexpr bool has_warpgroup_products = true;

/// What tensor cores read from shared memory was written by copies: orders both.
GBI_DEVICE void order_for_tensor_cores() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Where columns lie, for the tensor cores: eight columns by 16 bytes are 128 bytes, which are followed by
/// the next 16 bytes of the same columns, and 256 bytes behind by the next eight columns.
GBI_DEVICE std::uint64_t columns_descriptor(const kernels::byte_columns* columns) {
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(columns));
  return at >> 4 | std::uint64_t{128 >> 4} << 16 | std::uint64_t{256 >> 4} << 32;
}

/// sums (+)= rows columns for 64 rows and 16 columns.
template <bool Adds, int Tile, int Tiles>
GBI_DEVICE void multiply_step(kernels::byte_sums<Tiles, 1>& sums, const kernels::byte_rows& rows,
                              std::uint64_t columns) {
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %13, 0; "
      "wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.u8 {"
      "%0,%1,%2,%3,%4,%5,%6,%7}, "
      "{%8,%9,%10,%11}, %12, adds; }"
      : "+r"(sums.of[0][Tile][0][0]), "+r"(sums.of[0][Tile][0][1]), "+r"(sums.of[0][Tile][1][0]),
        "+r"(sums.of[0][Tile][1][1]), "+r"(sums.of[0][Tile][0][2]), "+r"(sums.of[0][Tile][0][3]),
        "+r"(sums.of[0][Tile][1][2]), "+r"(sums.of[0][Tile][1][3])
      : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(columns),
        "n"(Adds ? 1 : 0));
}

/// sums (+)= rows columns for 64 rows and 32 columns.
template <bool Adds, int Tile, int Tiles>
GBI_DEVICE void multiply_step(kernels::byte_sums<Tiles, 2>& sums, const kernels::byte_rows& rows,
                              std::uint64_t columns) {
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %21, 0; "
      "wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, "
      "{%16,%17,%18,%19}, %20, adds; }"
      : "+r"(sums.of[0][Tile][0][0]), "+r"(sums.of[0][Tile][0][1]), "+r"(sums.of[0][Tile][1][0]),
        "+r"(sums.of[0][Tile][1][1]), "+r"(sums.of[0][Tile][0][2]), "+r"(sums.of[0][Tile][0][3]),
        "+r"(sums.of[0][Tile][1][2]), "+r"(sums.of[0][Tile][1][3]), "+r"(sums.of[1][Tile][0][0]),
        "+r"(sums.of[1][Tile][0][1]), "+r"(sums.of[1][Tile][1][0]), "+r"(sums.of[1][Tile][1][1]),
        "+r"(sums.of[1][Tile][0][2]), "+r"(sums.of[1][Tile][0][3]), "+r"(sums.of[1][Tile][1][2]),
        "+r"(sums.of[1][Tile][1][3])
      : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(columns),
        "n"(Adds ? 1 : 0));
}

/// sums (+)= rows columns for 64 rows and 64 columns.
template <bool Adds, int Tile, int Tiles>
GBI_DEVICE void multiply_step(kernels::byte_sums<Tiles, 4>& sums, const kernels::byte_rows& rows,
                              std::uint64_t columns) {
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %37, 0; "
      "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
      "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, "
      "{%32,%33,%34,%35}, %36, adds; }"
      : "+r"(sums.of[0][Tile][0][0]), "+r"(sums.of[0][Tile][0][1]), "+r"(sums.of[0][Tile][1][0]),
        "+r"(sums.of[0][Tile][1][1]), "+r"(sums.of[0][Tile][0][2]), "+r"(sums.of[0][Tile][0][3]),
        "+r"(sums.of[0][Tile][1][2]), "+r"(sums.of[0][Tile][1][3]), "+r"(sums.of[1][Tile][0][0]),
        "+r"(sums.of[1][Tile][0][1]), "+r"(sums.of[1][Tile][1][0]), "+r"(sums.of[1][Tile][1][1]),
        "+r"(sums.of[1][Tile][0][2]), "+r"(sums.of[1][Tile][0][3]), "+r"(sums.of[1][Tile][1][2]),
        "+r"(sums.of[1][Tile][1][3]), "+r"(sums.of[2][Tile][0][0]), "+r"(sums.of[2][Tile][0][1]),
        "+r"(sums.of[2][Tile][1][0]), "+r"(sums.of[2][Tile][1][1]), "+r"(sums.of[2][Tile][0][2]),
        "+r"(sums.of[2][Tile][0][3]), "+r"(sums.of[2][Tile][1][2]), "+r"(sums.of[2][Tile][1][3]),
        "+r"(sums.of[3][Tile][0][0]), "+r"(sums.of[3][Tile][0][1]), "+r"(sums.of[3][Tile][1][0]),
        "+r"(sums.of[3][Tile][1][1]), "+r"(sums.of[3][Tile][0][2]), "+r"(sums.of[3][Tile][0][3]),
        "+r"(sums.of[3][Tile][1][2]), "+r"(sums.of[3][Tile][1][3])
      : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(columns),
        "n"(Adds ? 1 : 0));
}

/// rows_of(tile, step)
template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warpgroup(kernels::byte_sums<Tiles, Blocks>& sums, RowsOf&& rows_of,
                                      const kernels::byte_columns* columns) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  const std::uint64_t begin = columns_descriptor(columns);
  kernels::unroll<Steps>([&](auto step) {
    constexpr std::uint64_t ahead = step * Blocks * sizeof(kernels::byte_columns) / 16;
    const std::uint64_t from = begin + ahead;
    kernels::unroll<Tiles>(
        [&](auto tile) { multiply_step<(step > 0), tile>(sums, rows_of(int{tile}, int{step}), from); });
  });
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  // Nothing may read the sums before.
  kernels::repeat<Blocks * Tiles * 8>([&](int i) {
    asm volatile("" : "+r"(sums.of[i / 8 / Tiles][i / 8 % Tiles][i / 4 % 2][i % 4])::"memory");
  });
}
#else
inline constexpr bool has_warpgroup_products = false;

GBI_DEVICE void order_for_tensor_cores() {}

template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warpgroup(kernels::byte_sums<Tiles, Blocks>&, RowsOf&&,
                                      const kernels::byte_columns*) {}
#endif

}  // namespace gbi::exec::cuda
