/// \file
/// Everything that is chosen by measurement, resolved once for a context: limits, crossovers, shapes. The
/// shapes of the transforms' blocks are template arguments and stay with their kernels
/// (kernels/fft/policy.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/context.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "src/exec/device_properties.hpp"
#include "src/plan/environment.hpp"

namespace gbi::plan {

/// Which route a product takes.
struct product_tuning {
  /// For products that do not ask for an algorithm; automatic: as the limits say.
  algorithm preferred;
  /// Products are convolutions in integers if the shorter operand has at most so many limbs (both routes then
  /// take time in proportion to the longer one) ...
  std::size_t schoolbook_shorter_limbs;
  /// ... or both together have at most so many, ...
  std::size_t schoolbook_total_limbs;
  /// ... unless all problems of a batch, numbers one behind the other, take more products of limbs than
  /// these.
  std::size_t schoolbook_limb_products;
  /// Products have wide, verified digits if both operands together have at least so many limbs: the launches
  /// of the verification, and of a repair that is not needed, are paid by longer ones only.
  std::size_t verified_total_limbs;
  /// A thread of a row's transform has sixteen points, or eight where a launch has at most so many rows of
  /// 512 or 1024 points: fewer rows are as slow as the latency of one block.
  std::uint32_t few_rows_512, few_rows_1024;
  /// Blocks of a verification, each of which hands in its sums at the same place, one after the other.
  std::uint32_t verify_blocks;
  /// A verified product that is wrong is computed again by columns if that takes at most so many products of
  /// limbs, some seconds; longer ones pay for the launches of another transform.
  double repair_limb_products;
  /// A number minus a product that nearly is that number takes a transform of what is left only, if that has
  /// at least so many limbs ...
  std::size_t wrapped_limbs;
  /// ... and factors of several products keep their transforms, which takes launches of their own.
  std::size_t kept_limbs;
  /// The launches that there are because an operand is cut into pieces cost as much as moving so many points.
  double cut_points;
};

/// How convolutions in integers run.
struct convolution_tuning {
  /// In one block and one launch if a block holds the product and computes at most so many products of limbs
  /// for it (limb_products_in_block) ...
  std::size_t block_limb_products;
  /// ... or if a block holds it and so many are multiplied at once, which fill the device.
  std::size_t block_batch;
  /// Others in tiles; else by columns.
  bool tiles;
};

/// Divisions, reciprocals and roots.
struct division_tuning {
  /// One block divides, digit by digit, if the quotient has at most so many limbs and a block holds the rest.
  std::size_t block_quotient_limbs;
  /// One block finds a reciprocal to so many limbs, or fewer, from nothing ...
  std::size_t reciprocal_limbs;
  /// ... and sums of a number and a product go by columns if they add at most so many products of limbs, all
  /// problems of a batch together.
  double column_sum_limb_products;
};

/// Batches of equal-width integers, and batches of products.
struct batch_tuning {
  /// So many products at once, or more, ...
  std::size_t transform_batch;
  /// ... are transforms in one block if a block holds them and equal operands would have at least so many
  /// limbs, which is 2 n m / (n + m) of n and m: numbers one behind the other ...
  std::size_t transform_limbs;
  /// ... and interleaved ones, whose other products are those of teams of threads.
  std::size_t interleaved_transform_limbs;
  /// So many threads of teams fill the device: fewer take as long as one.
  std::size_t busy_threads;
  /// Teams of fewer threads have threads of at most 6 limbs.
  std::size_t narrow_threads;
  /// Teams make whole products by columns of blocks or, if those are of at least and at most so many limbs,
  /// by rows.
  std::size_t shortest_row_product, longest_row_product;
  /// What modular products and powers are made of.
  kernels::arithmetic product, power;
};

struct number_theory_tuning {
  /// The shortest run of words that one thread multiplies, quadratically, to a leaf of a product tree; the
  /// longest is twice that.
  std::size_t leaf_words;
  /// A power modulo an odd number of at most so many limbs is one launch; longer ones are chains of products.
  std::size_t power_limbs;
  /// So many numbers of that length are tested for primality at once.
  std::size_t prime_tests;
};

/// How scans of elements of one size are cut into tiles and chunks.
struct scan_tuning {
  kernels::scan_shape shape;      ///< L and P
  std::uint32_t tiles_per_chunk;  ///< K of the cascade, at most, as long as there are ...
  std::uint32_t full_grid;        ///< ... so many chunks, enough to keep the device busy

  constexpr std::uint32_t tile_elements() const {
    return static_cast<std::uint32_t>(shape.threads) * static_cast<std::uint32_t>(shape.per_thread);
  }
};

/// How many limbs numbers may have that are computed in host words. 0 everywhere: nothing is.
struct word_limits {
  std::size_t residence;     ///< operands and results of linear operations
  std::size_t product;       ///< the shorter factor
  std::size_t quotient;      ///< the divisor or the quotient, whichever is shorter
  std::size_t power;         ///< the modulus of a power
  std::size_t root;          ///< the operand of a root
  std::size_t text;          ///< a number that becomes text, or is made of it, wherever it lives
  std::size_t prime;         ///< a number that is tested for primality
  std::size_t prime_search;  ///< a number whose neighbours are

  static constexpr word_limits none() { return {}; }
  /// Whatever is as short as that, by every operation.
  static constexpr word_limits of(std::size_t limbs) {
    return {limbs, limbs, limbs, limbs, limbs, limbs, limbs, limbs};
  }
};

struct tuning {
  word_limits words;
  product_tuning product;
  convolution_tuning convolution;
  division_tuning division;
  batch_tuning batch;
  number_theory_tuning number_theory;
  scan_tuning scan_4_bytes, scan_8_bytes;
  /// Memory that the pieces of a batch may take at once besides operands and results.
  std::size_t workspace_bytes;
  /// Of products by transforms, at first.
  gbi::verification verification;
  /// Where the values come from, and what the environment has changed.
  std::string origin;

  const scan_tuning& scan(int element_bytes) const {
    return element_bytes == 4 ? scan_4_bytes : scan_8_bytes;
  }
  /// Every value under its name, one a line.
  std::string to_string() const;
};

/// The row that was measured on such a device; if there is none, one derived from the device's properties.
/// Then what the environment asks for.
/// \throws std::invalid_argument naming the variable, if the environment asks for what there is not
tuning resolve_tuning(const exec::device_properties& device, const environment& asked);

}  // namespace gbi::plan
