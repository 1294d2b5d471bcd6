/// \file
/// A product of bytes (kernels/model/byte_product.hpp) by a warpgroup, four warps that work together, on
/// devices of compute capability 9.0. The tensor cores read columns from shared memory themselves, once for
/// 64 rows, and work while other warpgroups do something else. Only code for sm_90a has the instructions.
#pragma once

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
inline constexpr bool has_warpgroup_products = true;

/// Tells the tensor cores where columns lie. Eight columns by 16 bytes are 128 bytes. The next 16 bytes of
/// the same columns follow. The next eight columns begin 256 bytes after the first eight.
GBI_DEVICE std::uint64_t columns_descriptor(const kernels::byte_columns* columns) {
  auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(columns));
  asm volatile("" : "+r"(at));  // nvcc would keep the addresses of all steps in registers between products
  return at >> 4 | std::uint64_t{128 >> 4} << 16 | std::uint64_t{256 >> 4} << 32;
}

// The instruction for each number of blocks. Its operands are all registers of the sums, by number.
#define GBI_SUMS_OF(block)                                                                                  \
  "+r"(sums.of[block][Tile][0][0]), "+r"(sums.of[block][Tile][0][1]), "+r"(sums.of[block][Tile][1][0]),     \
      "+r"(sums.of[block][Tile][1][1]), "+r"(sums.of[block][Tile][0][2]), "+r"(sums.of[block][Tile][0][3]), \
      "+r"(sums.of[block][Tile][1][2]), "+r"(sums.of[block][Tile][1][3])
#define GBI_MULTIPLY_STEP(blocks, columns, names, row_names, begin_name, adds_name, ...)                   \
  template <bool Adds, int Tile, int Tiles>                                                                \
  GBI_DEVICE void multiply_step(kernels::byte_sums<Tiles, blocks>& sums, const kernels::byte_rows& rows,   \
                                std::uint64_t begin) {                                                     \
    asm volatile("{ .reg .pred adds; setp.ne.b32 adds, " adds_name                                         \
                 ", 0; wgmma.mma_async.sync.aligned.m64n" columns "k32.s32.u8.u8 {" names "}, {" row_names \
                 "}, " begin_name ", adds; }"                                                              \
                 : __VA_ARGS__                                                                             \
                 : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(begin), \
                   "n"(Adds ? 1 : 0));                                                                     \
  }
#define GBI_NAMES_1 "%0,%1,%2,%3,%4,%5,%6,%7"
#define GBI_NAMES_2 GBI_NAMES_1 ",%8,%9,%10,%11,%12,%13,%14,%15"
#define GBI_NAMES_3 GBI_NAMES_2 ",%16,%17,%18,%19,%20,%21,%22,%23"
#define GBI_NAMES_4 GBI_NAMES_3 ",%24,%25,%26,%27,%28,%29,%30,%31"
#define GBI_NAMES_5 GBI_NAMES_4 ",%32,%33,%34,%35,%36,%37,%38,%39"
#define GBI_NAMES_6 GBI_NAMES_5 ",%40,%41,%42,%43,%44,%45,%46,%47"
#define GBI_NAMES_7 GBI_NAMES_6 ",%48,%49,%50,%51,%52,%53,%54,%55"
/// sums (+)= rows columns for 64 rows and 16 columns for each block, 32 bytes deep.
GBI_MULTIPLY_STEP(1, "16", GBI_NAMES_1, "%8,%9,%10,%11", "%12", "%13", GBI_SUMS_OF(0))
GBI_MULTIPLY_STEP(2, "32", GBI_NAMES_2, "%16,%17,%18,%19", "%20", "%21", GBI_SUMS_OF(0), GBI_SUMS_OF(1))
GBI_MULTIPLY_STEP(3, "48", GBI_NAMES_3, "%24,%25,%26,%27", "%28", "%29", GBI_SUMS_OF(0), GBI_SUMS_OF(1),
                  GBI_SUMS_OF(2))
GBI_MULTIPLY_STEP(4, "64", GBI_NAMES_4, "%32,%33,%34,%35", "%36", "%37", GBI_SUMS_OF(0), GBI_SUMS_OF(1),
                  GBI_SUMS_OF(2), GBI_SUMS_OF(3))
GBI_MULTIPLY_STEP(5, "80", GBI_NAMES_5, "%40,%41,%42,%43", "%44", "%45", GBI_SUMS_OF(0), GBI_SUMS_OF(1),
                  GBI_SUMS_OF(2), GBI_SUMS_OF(3), GBI_SUMS_OF(4))
GBI_MULTIPLY_STEP(6, "96", GBI_NAMES_6, "%48,%49,%50,%51", "%52", "%53", GBI_SUMS_OF(0), GBI_SUMS_OF(1),
                  GBI_SUMS_OF(2), GBI_SUMS_OF(3), GBI_SUMS_OF(4), GBI_SUMS_OF(5))
GBI_MULTIPLY_STEP(7, "112", GBI_NAMES_7, "%56,%57,%58,%59", "%60", "%61", GBI_SUMS_OF(0), GBI_SUMS_OF(1),
                  GBI_SUMS_OF(2), GBI_SUMS_OF(3), GBI_SUMS_OF(4), GBI_SUMS_OF(5), GBI_SUMS_OF(6))
#undef GBI_NAMES_1
#undef GBI_NAMES_2
#undef GBI_NAMES_3
#undef GBI_NAMES_4
#undef GBI_NAMES_5
#undef GBI_NAMES_6
#undef GBI_NAMES_7
#undef GBI_MULTIPLY_STEP
#undef GBI_SUMS_OF

/// \param rows_of called as rows_of(tile, step)
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
  // Keeps the compiler from reading the sums earlier.
  kernels::repeat<Blocks * Tiles * 8>([&](int i) {
    asm volatile("" : "+r"(sums.of[i / 8 / Tiles][i / 8 % Tiles][i / 4 % 2][i % 4])::"memory");
  });
}
#else
inline constexpr bool has_warpgroup_products = false;

template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warpgroup(kernels::byte_sums<Tiles, Blocks>&, RowsOf&&,
                                      const kernels::byte_columns*) {}
#endif

}  // namespace gbi::exec::cuda
