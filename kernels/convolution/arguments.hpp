/// \file
/// Arguments of the convolution kernels.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/word/upper_columns.hpp"

namespace gbi::kernels {

/// The number of 32-bit digits on each side of a tile.
inline constexpr int tile_digits = 128;
inline constexpr int tile_limbs = tile_digits / 2;

struct tile_arguments {
  limb_span a, b;
  std::int64_t* coefficients;       ///< 0 before; afterwards the sum of all tiles, in 32-bit digits
  std::uint64_t coefficient_count;  ///< 2 (a.count + b.count)
  std::uint64_t coefficient_stride;
  std::uint32_t batch = 1;
};

/// The limbs of the longest product that one block computes.
inline constexpr int short_product_limbs = 1024;

/// out = a b modulo 2^(64 out.count). out.count and a.count + b.count are at most short_product_limbs, and no
/// operand is longer than out. out overlaps no operand.
struct short_product_arguments {
  limb_span a, b;
  limb_target out;
  sign_rule sign;  ///< for batches of one
  std::uint32_t batch = 1;
};

/// What the columns of a sum add up: products of 32-bit digits, or products of bytes on tensor cores, where
/// the value is the number of 128-byte tiles of a block.
enum class column_form : std::uint32_t { digits = 0, bytes_2 = 2, bytes_3 = 3 };

/// The most limbs of the shorter factor for which byte columns stay below 2^32: 65536 x 255^2.
inline constexpr std::uint64_t longest_byte_factor = 8192;

/// The limbs of a sum by columns that one block computes. Its byte columns have one more limb, the one below.
constexpr int column_sum_tile_limbs(column_form form) {
  return form == column_form::digits ? 14 : 16 * static_cast<int>(form) - 1;
}

/// The number of blocks that compute limbs `skip` to skip + count of a sum.
constexpr std::uint32_t column_sum_tiles(std::uint64_t skip, std::uint64_t count,
                                         column_form form = column_form::digits) {
  const auto limbs = static_cast<std::uint64_t>(column_sum_tile_limbs(form));
  return static_cast<std::uint32_t>((skip + count - first_limb_of_sum(skip) + limbs - 1) / limbs);
}

/// out = (c + a b) / 2^(64 skip) + bias or, if `negated`, (c - a b) / 2^(64 skip) - bias. The result is
/// rounded down and taken modulo 2^(64 out.count); c begins at limb c_at. If `skip` is not 0, a b is also
/// rounded down, to a sum of columns (first_limb_of_sum). If `halved`, half of a, rounded down, takes the
/// place of a. out overlaps no operand.
struct column_sum_arguments {
  limb_span a, b, c = {nullptr, 0, 0};
  std::uint64_t c_at = 0;  ///< at least first_limb_of_sum(skip)
  limb bias = 0;
  bool negated = false;
  bool halved = false;  ///< for digits
  std::uint64_t skip = 0;
  limb_target out;
  tile_chain chain = {};    ///< over column_sum_tiles tiles
  sign_rule sign = {};      ///< for batches of one
  repair_gate repair = {};  ///< for digits
  std::uint32_t batch = 1;
  column_form form =
      column_form::digits;  ///< for bytes, the shorter factor has at most longest_byte_factor limbs
};

/// out = a b modulo 2^(64 out.count) for b of one limb. out overlaps no operand.
struct limb_product_arguments {
  limb_span a, b;
  limb_target out;
  sign_rule sign;  ///< for batches of one
  tile_chain chain;
  std::uint32_t batch = 1;
};

namespace launches {
using convolution =
    list<tile_arguments, column_sum_arguments, limb_product_arguments, short_product_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
