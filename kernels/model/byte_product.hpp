/// \file
/// The operands of a warp's product of bytes, a collective of every block (block.hpp). It sets `sums` to the
/// product of a matrix of 16 Tiles rows by a matrix of 16 Blocks columns, both of unsigned bytes, 32 Steps
/// deep.
///
/// Lane 4 g + t has, for each tile of 16 rows and each step of 32 bytes, the bytes from 4 t on and from
/// 16 + 4 t on of the rows g and g + 8 (byte_rows). Columns are in shared memory (byte_columns), the same for
/// all warps, where copies ahead have put them. A lane gets the sums for its rows and for the columns 4 t to
/// 4 t + 3 of a block of 16 columns (byte_sums); if these are the bytes of a number, it gets all of them. So
/// the result that a lane derives from its sums can be the same lane's part of the rows of the next product.
/// Byte 0 of a word is the lowest. Sums are modulo 2^32.
///
/// The layout is that of the PTX instructions mma.m16n8k32 and wgmma.m64nNk32, with each 16 columns in a
/// different order.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The depth of a step, and the rows of a tile.
inline constexpr int product_step = 32, product_rows = 16;

/// Row g, row g + 8, and both again, 16 bytes deeper.
struct byte_rows {
  std::uint32_t word[4];
};

/// A step of 16 columns. word[half][deeper][g][t] has four bytes, from 16 deeper + 4 t on, of column
/// 4 (g / 2) + g % 2 + 2 half. Eight columns of 16 bytes are 128 bytes, which tensor cores read at once.
struct alignas(16) byte_columns {
  std::uint32_t word[2][2][8][4];
};

/// of[block][tile][0: row g, 1: row g + 8][column]
template <int Tiles, int Blocks>
struct byte_sums {
  std::uint32_t of[Blocks][Tiles][2][4];
};

}  // namespace gbi::kernels
