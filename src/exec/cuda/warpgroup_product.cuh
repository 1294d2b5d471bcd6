/// \file
/// A product of bytes (kernels/model/byte_product.hpp) by a warpgroup, four warps that work together, on
/// devices of compute capability 9.0. The tensor cores read columns from shared memory themselves, once for
/// 64 rows, and work while other warpgroups do something else. Only code for sm_90a has the instructions.
#pragma once

#include "kernels/model/byte_product.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
/// Products of 3 to 6 blocks, the sizes of the groups of residues on a GPU (kernels/rns/arguments.hpp).
template <int Blocks>
inline constexpr bool has_warpgroup_product = Blocks >= 3 && Blocks <= 6;

/// Tells the tensor cores where columns lie. Eight columns by 16 bytes are 128 bytes. The next 16 bytes of
/// the same columns follow. The next eight columns begin 256 bytes after the first eight.
GBI_DEVICE std::uint64_t columns_descriptor(const kernels::byte_columns* columns) {
  auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(columns));
  asm volatile("" : "+r"(at));  // nvcc would keep the addresses of all steps in registers between products
  return at >> 4 | std::uint64_t{128 >> 4} << 16 | std::uint64_t{256 >> 4} << 32;
}

/// sums (+)= rows columns for 64 rows and 16 columns for each block, 32 bytes deep.
template <bool Adds, int Tile, int Tiles, int Blocks>
GBI_DEVICE void multiply_step(kernels::byte_sums<Tiles, Blocks>& sums, const kernels::byte_rows& rows,
                              std::uint64_t begin) {
  // Operand i of the instruction. Two columns of row g come before the same columns of row g + 8.
  const auto sum = [&](int i) -> std::uint32_t& {
    return sums.of[i / 8][Tile][i / 2 % 2][i / 4 % 2 * 2 + i % 2];
  };
  if constexpr (Blocks == 3)
    asm volatile(
        "{ .reg .pred adds; setp.ne.b32 adds, %29, 0; wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.u8 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
        "%20,%21,%22,%23}, "
        "{%24,%25,%26,%27}, %28, adds; }"
        : "+r"(sum(0)), "+r"(sum(1)), "+r"(sum(2)), "+r"(sum(3)), "+r"(sum(4)), "+r"(sum(5)), "+r"(sum(6)),
          "+r"(sum(7)), "+r"(sum(8)), "+r"(sum(9)), "+r"(sum(10)), "+r"(sum(11)), "+r"(sum(12)),
          "+r"(sum(13)), "+r"(sum(14)), "+r"(sum(15)), "+r"(sum(16)), "+r"(sum(17)), "+r"(sum(18)),
          "+r"(sum(19)), "+r"(sum(20)), "+r"(sum(21)), "+r"(sum(22)), "+r"(sum(23))
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(begin),
          "n"(Adds ? 1 : 0));
  else if constexpr (Blocks == 4)
    asm volatile(
        "{ .reg .pred adds; setp.ne.b32 adds, %37, 0; wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
        "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, "
        "{%32,%33,%34,%35}, %36, adds; }"
        : "+r"(sum(0)), "+r"(sum(1)), "+r"(sum(2)), "+r"(sum(3)), "+r"(sum(4)), "+r"(sum(5)), "+r"(sum(6)),
          "+r"(sum(7)), "+r"(sum(8)), "+r"(sum(9)), "+r"(sum(10)), "+r"(sum(11)), "+r"(sum(12)),
          "+r"(sum(13)), "+r"(sum(14)), "+r"(sum(15)), "+r"(sum(16)), "+r"(sum(17)), "+r"(sum(18)),
          "+r"(sum(19)), "+r"(sum(20)), "+r"(sum(21)), "+r"(sum(22)), "+r"(sum(23)), "+r"(sum(24)),
          "+r"(sum(25)), "+r"(sum(26)), "+r"(sum(27)), "+r"(sum(28)), "+r"(sum(29)), "+r"(sum(30)),
          "+r"(sum(31))
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(begin),
          "n"(Adds ? 1 : 0));
  else if constexpr (Blocks == 5)
    asm volatile(
        "{ .reg .pred adds; setp.ne.b32 adds, %45, 0; wgmma.mma_async.sync.aligned.m64n80k32.s32.u8.u8 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
        "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39}, "
        "{%40,%41,%42,%43}, %44, adds; }"
        : "+r"(sum(0)), "+r"(sum(1)), "+r"(sum(2)), "+r"(sum(3)), "+r"(sum(4)), "+r"(sum(5)), "+r"(sum(6)),
          "+r"(sum(7)), "+r"(sum(8)), "+r"(sum(9)), "+r"(sum(10)), "+r"(sum(11)), "+r"(sum(12)),
          "+r"(sum(13)), "+r"(sum(14)), "+r"(sum(15)), "+r"(sum(16)), "+r"(sum(17)), "+r"(sum(18)),
          "+r"(sum(19)), "+r"(sum(20)), "+r"(sum(21)), "+r"(sum(22)), "+r"(sum(23)), "+r"(sum(24)),
          "+r"(sum(25)), "+r"(sum(26)), "+r"(sum(27)), "+r"(sum(28)), "+r"(sum(29)), "+r"(sum(30)),
          "+r"(sum(31)), "+r"(sum(32)), "+r"(sum(33)), "+r"(sum(34)), "+r"(sum(35)), "+r"(sum(36)),
          "+r"(sum(37)), "+r"(sum(38)), "+r"(sum(39))
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(begin),
          "n"(Adds ? 1 : 0));
  else
    asm volatile(
        "{ .reg .pred adds; setp.ne.b32 adds, %53, 0; wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.u8 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
        "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,"
        "%40,%41,%42,%43,%44,%45,%46,%47}, "
        "{%48,%49,%50,%51}, %52, adds; }"
        : "+r"(sum(0)), "+r"(sum(1)), "+r"(sum(2)), "+r"(sum(3)), "+r"(sum(4)), "+r"(sum(5)), "+r"(sum(6)),
          "+r"(sum(7)), "+r"(sum(8)), "+r"(sum(9)), "+r"(sum(10)), "+r"(sum(11)), "+r"(sum(12)),
          "+r"(sum(13)), "+r"(sum(14)), "+r"(sum(15)), "+r"(sum(16)), "+r"(sum(17)), "+r"(sum(18)),
          "+r"(sum(19)), "+r"(sum(20)), "+r"(sum(21)), "+r"(sum(22)), "+r"(sum(23)), "+r"(sum(24)),
          "+r"(sum(25)), "+r"(sum(26)), "+r"(sum(27)), "+r"(sum(28)), "+r"(sum(29)), "+r"(sum(30)),
          "+r"(sum(31)), "+r"(sum(32)), "+r"(sum(33)), "+r"(sum(34)), "+r"(sum(35)), "+r"(sum(36)),
          "+r"(sum(37)), "+r"(sum(38)), "+r"(sum(39)), "+r"(sum(40)), "+r"(sum(41)), "+r"(sum(42)),
          "+r"(sum(43)), "+r"(sum(44)), "+r"(sum(45)), "+r"(sum(46)), "+r"(sum(47))
        : "r"(rows.word[0]), "r"(rows.word[1]), "r"(rows.word[2]), "r"(rows.word[3]), "l"(begin),
          "n"(Adds ? 1 : 0));
}

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
template <int Blocks>
inline constexpr bool has_warpgroup_product = false;

template <int Steps, int Tiles, int Blocks, class RowsOf>
GBI_DEVICE void multiply_by_warpgroup(kernels::byte_sums<Tiles, Blocks>&, RowsOf&&,
                                      const kernels::byte_columns*) {}
#endif

}  // namespace gbi::exec::cuda
