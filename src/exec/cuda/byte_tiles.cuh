/// \file
/// Products of tiles of bytes on the tensor cores of a warp, which lane 4 g + t has its part of: of the rows
/// g and g + 8 the bytes 4 t to 4 t + 3, of column g the same bytes, of the sums the columns 2 t and 2 t + 1.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::exec::cuda {

/// Whether the tensor cores multiply 16 rows at once, which those of compute capability 7.5 do not.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool has_tall_tiles = true;
#else
inline constexpr bool has_tall_tiles = false;
#endif

/// (even, odd) += row column for 8 rows, 8 columns and 16 bytes.
GBI_DEVICE void multiply_low_tile(std::uint32_t& even, std::uint32_t& odd, std::uint32_t row,
                                  std::uint32_t column) {
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+r"(even), "+r"(odd)
               : "r"(row), "r"(column));
}

/// sums += rows columns for 16 rows, 8 columns and 32 bytes. Word 0 has row g, word 1 row g + 8, words 2 and
/// 3 the same rows 16 bytes deeper. Without `Whole`, only the deeper half is multiplied.
template <bool Whole>
GBI_DEVICE void multiply_tile(std::uint32_t& even, std::uint32_t& odd, std::uint32_t& even_8,
                              std::uint32_t& odd_8, const std::uint32_t (&rows)[4], std::uint32_t column,
                              std::uint32_t deeper) {
  if constexpr (!has_tall_tiles) {
    if constexpr (Whole) {
      multiply_low_tile(even, odd, rows[0], column);
      multiply_low_tile(even_8, odd_8, rows[1], column);
    }
    multiply_low_tile(even, odd, rows[2], deeper);
    multiply_low_tile(even_8, odd_8, rows[3], deeper);
  } else if constexpr (Whole) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(even), "+r"(odd), "+r"(even_8), "+r"(odd_8)
        : "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]), "r"(column), "r"(deeper));
  } else {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+r"(even), "+r"(odd), "+r"(even_8), "+r"(odd_8)
        : "r"(rows[2]), "r"(rows[3]), "r"(deeper));
  }
}

}  // namespace gbi::exec::cuda
