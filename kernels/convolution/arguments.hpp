/// \file
/// What the convolutions are told.
#pragma once

#include "kernels/arithmetic/arguments.hpp"

namespace gbi::kernels {

/// Digits of 32 bits on each side of a tile.
inline constexpr int tile_digits = 128;
inline constexpr int tile_limbs = tile_digits / 2;

struct tile_arguments {
  limb_span a, b;
  std::int64_t* coefficients;       ///< 0 before; the sum of all tiles, digits of 32 bits, after
  std::uint64_t coefficient_count;  ///< 2 (a.count + b.count)
  std::uint64_t coefficient_stride;
};

/// Limbs of the longest product that one block computes.
inline constexpr int short_product_limbs = 1024;

/// out = a b modulo 2^(64 out.count). Neither out.count nor a.count + b.count exceeds short_product_limbs,
/// neither operand is longer than out, and out overlaps none.
struct short_product_arguments {
  limb_span a, b;
  limb_target out;
  sign_rule sign;  ///< for batches of one
};

/// Limbs of the product that a block computes by columns.
inline constexpr int column_product_tile = 14;

/// out = a b modulo 2^(64 out.count); out overlaps none of them.
struct column_product_arguments {
  limb_span a, b;
  limb_target out;
  sign_rule sign;    ///< for batches of one
  tile_chain chain;  ///< of tiles of column_product_tile limbs
  gate open;
};

/// out = a b modulo 2^(64 out.count) for b of one limb; out overlaps none of them.
struct limb_product_arguments {
  limb_span a, b;
  limb_target out;
  sign_rule sign;  ///< for batches of one
  tile_chain chain;
};

}  // namespace gbi::kernels
