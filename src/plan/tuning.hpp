/// \file
/// All measured choices, resolved once for a context: limits, crossovers, shapes. The block shapes of the
/// transforms are template arguments and stay with their kernels (kernels/fft/policy.hpp).
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

/// The route of a product.
struct product_tuning {
  /// The algorithm for products that do not request one. If it is automatic, the limits below decide.
  algorithm preferred;
  /// Products that are too long for integer convolutions are exact if both operands together have at least
  /// this many limbs, and an exact transform is long enough.
  std::size_t exact_total_limbs;
  /// Products are integer convolutions if the shorter operand has at most this many limbs (both routes then
  /// take time in proportion to the longer one) ...
  std::size_t schoolbook_shorter_limbs;
  /// ... or both operands together have at most this many, ...
  std::size_t schoolbook_total_limbs;
  /// ... unless all problems of a side-by-side batch together take more limb products than this.
  std::size_t schoolbook_limb_products;
  /// Products have wide, verified digits if both operands together have at least this many limbs. Only such
  /// products are long enough to make up for the launches of the verification and of an unneeded repair.
  std::size_t verified_total_limbs;
  /// Each thread of a row's transform has sixteen points, or eight if a launch has at most this many rows of
  /// 512 or 1024 points: with few rows, the latency of one block decides.
  std::uint32_t few_rows_512, few_rows_1024;
  /// The blocks of a verification. All of them add their sums at the same address, one after the other.
  std::uint32_t verify_blocks;
  /// A wrong product is computed again by columns if that takes at most this many limb products, a few
  /// seconds. Longer products make up for the launches of another transform.
  double repair_limb_products;
  /// A residual takes a transform of only its own length if it has at least this many limbs ...
  std::size_t wrapped_limbs;
  /// ... and factors of several products keep their transforms from this many limbs on. Making a kept
  /// transform takes separate launches.
  std::size_t kept_limbs;
  /// The additional launches for an operand that is cut into pieces cost as much as moving this many points.
  double cut_points;
  /// Products by coprime moduli may be faster if both operands together have at least this many limbs. If all
  /// bits are 1, they are used only if other products do not fit in memory.
  std::size_t moduli_limbs;
};

/// Products that the ranks of a group share (shared_product.hpp).
struct sharing_tuning {
  /// Ranks share a product if both operands together have at least this many limbs ...
  std::size_t least_limbs;
  /// ... and sharing is faster, where sending 16 bytes to another rank takes as long as moving this many
  /// points. 0: as many ranks as possible share every such product.
  double link_points;
  /// Launches on all ranks, and the wait for the verdict, take as long as moving this many points.
  double fixed_points;
};

/// The form of integer convolutions.
struct convolution_tuning {
  /// In one block and one launch if the product fits in a block, which computes at most this many limb
  /// products for it (limb_products_in_block) ...
  std::size_t block_limb_products;
  /// ... or if the product fits in a block and at least this many are multiplied at once, which fill the
  /// device.
  std::size_t block_batch;
  /// If true, all others in tiles; if false, by columns.
  bool tiles;
  /// Convolutions are of bytes instead if the shorter operand has at least this many limbs, and all products
  /// of a batch together have at most this many limbs and limb products.
  std::size_t byte_shorter_limbs, byte_total_limbs;
  double byte_limb_products;
  /// The blocks of byte convolutions add up 256 columns if there are at most this many blocks, else 384.
  std::size_t byte_blocks;
};

/// Divisions, reciprocals and roots.
struct division_tuning {
  /// One block divides, digit by digit, if the quotient has at most this many limbs and the operands fit in a
  /// block.
  std::size_t block_quotient_limbs;
  /// One block computes a reciprocal of up to this many limbs from scratch ...
  std::size_t reciprocal_limbs;
  /// ... and sums of a number and a product are computed by columns if they add at most this many limb
  /// products, over all problems of a batch.
  double column_sum_limb_products;
  /// Square roots start from an inverse root of up to this many limbs. If that is no more than the 64 limbs
  /// that the host finds, they start with a reciprocal instead.
  std::size_t inverse_root_limbs;
};

/// The limb products that teams compute in the time of a convolution of two runs of bytes.
struct byte_tuning {
  double short_run;  ///< of 32 limbs
  double run;        ///< of 64 limbs
};

/// Batches of equal-width integers, and batches of products.
struct batch_tuning {
  /// Batches of at least this many products ...
  std::size_t transform_batch;
  /// ... are transforms in one block if they fit in a block and the operands are at least this long, where n
  /// and m limbs count as 2 n m / (n + m). This limit is for numbers that are stored side by side ...
  std::size_t transform_limbs;
  /// ... and this one for interleaved numbers, whose alternative is teams of threads.
  std::size_t interleaved_transform_limbs;
  /// This many threads of teams fill the device. Fewer threads take as long as one.
  std::size_t busy_threads;
  /// If teams have fewer threads than this in total, their threads have at most 6 limbs.
  std::size_t narrow_threads;
  /// Teams compute whole products by columns of blocks, but between these two lengths, in limbs, by rows.
  std::size_t shortest_row_product, longest_row_product;
  /// Batches of at least this many products are convolutions of bytes ...
  std::size_t byte_batch;
  /// ... if teams would take longer for whole products, or for low halves.
  byte_tuning bytes, low_bytes;
  /// The arithmetic of modular products and powers.
  kernels::arithmetic product, power;
  /// Products and powers of at least this many elements are computed in residues instead, if the residues are
  /// wide enough.
  std::size_t residue_products, residue_powers;
  /// The blocks that compute in residues at the same time. Powers are computed in residues only if whole
  /// waves of blocks are nearly full; with 0, this does not matter.
  std::size_t residue_blocks;
  /// Blocks that compute in residues have one warp. Set for executors whose threads run one after the other.
  bool single_warps;
  /// Teams that compute with words always have 4 limbs per thread. Set where doubles are faster and words run
  /// only on request, because it saves kernel instances.
  bool narrow_words;
};

struct number_theory_tuning {
  /// The shortest run of words that one thread multiplies, in quadratic time, into a leaf of a product tree.
  /// The longest run is twice as long.
  std::size_t leaf_words;
  /// Squares modulo 2^p - 1 are exact if p is at least this and such transforms exist.
  std::uint64_t exact_exponent;
  /// A power modulo an odd number of at most this many limbs is one launch. Longer ones are chains of
  /// products.
  std::size_t power_limbs;
  /// A power modulo an odd number of at least this many limbs, and at most longest_byte_power, is one launch
  /// of a block that multiplies bytes.
  std::size_t byte_power_limbs;
  /// This many numbers of that length are tested for primality at once.
  std::size_t prime_tests;
  /// The primes of factorials, binomial coefficients and primorials of n are found and multiplied on the
  /// device if n is at least this.
  std::size_t sieved_numbers;
};

/// How scans are divided into tiles and chunks, for elements of one size.
struct scan_tuning {
  kernels::scan_shape shape;      ///< L and P
  std::uint32_t tiles_per_chunk;  ///< K of the cascade: at most this many, while there are at least ...
  std::uint32_t full_grid;        ///< ... this many chunks, enough to keep the device busy

  constexpr std::uint32_t tile_elements() const {
    return static_cast<std::uint32_t>(shape.threads) * static_cast<std::uint32_t>(shape.per_thread);
  }
};

/// The largest numbers, in limbs, that are computed in host words. If all limits are 0, none are.
struct word_limits {
  std::size_t residence;     ///< operands and results of linear operations
  std::size_t product;       ///< the shorter factor
  std::size_t quotient;      ///< the divisor or the quotient, whichever is shorter
  std::size_t power;         ///< the modulus of a power
  std::size_t root;          ///< the operand of a root
  std::size_t text;          ///< a number converted to or from text, wherever it lives
  std::size_t prime;         ///< a number in a primality test
  std::size_t prime_search;  ///< a number whose prime neighbours are searched for

  static constexpr word_limits none() { return {}; }
  /// The same limit for every operation.
  static constexpr word_limits of(std::size_t limbs) {
    return {limbs, limbs, limbs, limbs, limbs, limbs, limbs, limbs};
  }
};

struct tuning {
  word_limits words;
  product_tuning product;
  sharing_tuning sharing;
  convolution_tuning convolution;
  division_tuning division;
  batch_tuning batch;
  number_theory_tuning number_theory;
  scan_tuning scan_4_bytes, scan_8_bytes;
  /// The memory that the pieces of a batch may take at the same time, besides operands and results.
  std::size_t workspace_bytes;
  /// The memory of the device. 0: the planner does not check whether a product fits.
  std::size_t memory_bytes;
  /// The initial verification of products by transforms.
  gbi::verification verification;
  /// The origin of the values, and the changes made by the environment.
  std::string origin;

  const scan_tuning& scan(int element_bytes) const {
    return element_bytes == 4 ? scan_4_bytes : scan_8_bytes;
  }
  /// Every value with its name, one per line.
  std::string to_string() const;
};

/// The row measured on such a device, or a row derived from the device's properties if there is none. The
/// settings of the environment are then applied.
/// \throws std::invalid_argument naming the variable if the environment has an unknown value
tuning resolve_tuning(const exec::device_properties& device, const environment& asked);

}  // namespace gbi::plan
