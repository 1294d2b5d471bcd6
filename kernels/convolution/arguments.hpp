/// \file
/// What the tiled convolution is told.
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

}  // namespace gbi::kernels
