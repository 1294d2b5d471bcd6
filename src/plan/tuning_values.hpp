/// \file
/// Everything that is measured on a device: limits, crossovers, costs. The block shapes of the transforms are
/// template arguments and stay with their kernels (kernels/fft/policy.hpp), and so do the transforms that
/// exist (fft_shape.hpp). A new value is a member here, a line in tuning_fields.hpp, and a number in the row
/// of each device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/scan/arguments.hpp"

namespace gbi::plan {

/// A least size that nothing reaches.
inline constexpr std::size_t never = ~std::size_t{0};

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
  /// Transforms of 9216 to 30720 points may have first columns with an odd factor (fft_shapes_of_cores).
  bool short_rows;
  /// Products take two passes over memory, if their length has them (two_pass_shapes), from this many limbs
  /// of both operands together on.
  std::size_t two_pass_limbs;
  /// Points from which the last pass of a verified product leaves sums of four coefficients.
  std::size_t sum_points;
  /// Each thread of a row's transform has sixteen points, or eight if a launch has at most this many rows of
  /// 512 or 1024 points: with few rows, the latency of one block decides.
  std::uint32_t few_rows_512, few_rows_1024;
  /// The blocks of a verification. All of them add their sums at the same address, one after the other.
  std::uint32_t verify_blocks;
  /// A wrong product is computed again by columns if that takes at most this many limb products. Longer
  /// products make up for the launches of another transform.
  double repair_limb_products;
  /// A residual takes a transform of only its own length if it has at least this many limbs ...
  std::size_t wrapped_limbs;
  /// ... and factors of several products keep their transforms from this many limbs on. Making a kept
  /// transform takes separate launches.
  std::size_t kept_limbs;
  /// The launches for the transform that pieces share, or for each of a product's coprime moduli, cost as
  /// much as moving this many points.
  double cut_points;
  /// With more points, two transforms (or, with a kept one, three) leave no room for the numbers.
  std::uint64_t longest_whole, longest_kept;
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
  /// The same for groups of more than two ranks, where several peers share the links of each.
  double shared_link_points;
  /// The same for ranks on different machines.
  double machine_link_points;
  /// Launches on two ranks, and the wait for the verdict, take as long as moving this many points. One thread
  /// queues the launches of all ranks of a machine, so four take twice as long.
  double fixed_points;
  /// A rank exchanges its rows in chunks of at least this many points, or twice as many if there are more
  /// than eight chunks.
  std::uint64_t chunk_points;
  /// The part of the exchanges that passes hide.
  double hidden;
  /// While passes run, a GPU sends points to this many others at a time, and receives from as many.
  int copies_at_once;
  /// Ranks share a division or a root if its longest product gains more than this by sharing. One rank has
  /// residual products and kept transforms, so it needs fewer products.
  double division_gain;
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
  /// Batches of at least this many products are convolutions of bytes ...
  std::size_t byte_batch;
  /// ... if teams would take longer for whole products, or for low halves.
  byte_tuning bytes, low_bytes;
  /// Side by side, batches of at least this many products are convolutions of bytes, each by a warp.
  std::size_t byte_rows;
  /// The arithmetic of modular products and powers.
  kernels::arithmetic product, power;
  /// The longest whole products, and the longest products modulo n, that are computed by one thread each, in
  /// limbs. Beyond 8 limbs, a thread takes longer than a team, so for k limbs this holds in batches of at
  /// least 1 - 8/k times thread_batch elements.
  std::size_t product_limbs, quotient_limbs, thread_batch;
  /// Products modulo numbers of at least this many limbs are three products of their width in large batches.
  /// A batch is large if its products have this many limb products together, and this many more for each limb
  /// of a modulus.
  std::size_t reciprocal_limbs, reciprocal_limb_products, reciprocal_latency;
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

/// The instructions that a thread of a team issues for a product. A step is a product of blocks with its
/// change of columns.
struct team_slots {
  int step;       ///< of a step, including its multiply-adds
  int otherwise;  ///< of everything outside the steps
};

/// Teams that multiply the integers of a batch.
struct team_tuning {
  team_slots columns_2, columns_4, columns_6;  ///< blocks of so many limbs
};

/// Powers with individual moduli of one length, per second, in any unit: by doubles, and in residues in full
/// waves of blocks.
struct power_rates {
  int doubles, residues;
};

/// Powers in residues or by doubles.
struct rns_tuning {
  power_rates limbs_16, limbs_24, limbs_32, limbs_48, limbs_64, limbs_96, limbs_128;
  /// For exponents of fewer bits, preparing the moduli in residues does not pay off.
  std::uint32_t shortest_exponent;
};

/// The time of the passes of a transform, in points: the time to move 16 bytes at the speed of a copy.
struct pass_tuning {
  double short_first_columns, first_columns;  ///< up to 256 points, or more
  double second_columns;
  double last_columns;  ///< including rounding
  double normalization;
  /// Rows of both operands and their product: up to 1024 points, up to 2048, or more.
  double short_rows, middle_rows, long_rows;
  /// Rows of one operand and their product with a spectrum.
  double short_kept_rows, middle_kept_rows, long_kept_rows;
  double forward_rows;  ///< of one operand
};

/// Products by doubles and by integers, whose times are compared on devices that were not measured. All times
/// are in points, and those without a latency are per point of a transform.
struct arithmetic_tuning {
  double doubles, integers;                ///< the operations alone
  double moved_integers;                   ///< the passes of an exact product
  double double_latency, integer_latency;  ///< launches, and the latency of one block in each
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
  std::size_t operands;      ///< both factors of a product together, a dividend, or the result of a power
  std::size_t product;       ///< factors of equal length; shorter factors of longer ones have a lower limit
  std::size_t quotient;      ///< the divisor or the quotient, whichever is shorter
  std::size_t power;         ///< the modulus of a power
  std::size_t root;          ///< the operand of a root
  std::size_t text;          ///< a number converted to or from text, wherever it lives
  std::size_t prime;         ///< a number in a primality test
  std::size_t prime_search;  ///< a number whose prime neighbours are searched for

  static constexpr word_limits none() { return {}; }
  /// The same limit for every operation.
  static constexpr word_limits of(std::size_t limbs) {
    return {limbs, limbs, limbs, limbs, limbs, limbs, limbs, limbs, limbs};
  }
};

/// The row of a device.
struct tuned_values {
  word_limits words;
  product_tuning product;
  sharing_tuning sharing;
  convolution_tuning convolution;
  division_tuning division;
  batch_tuning batch;
  team_tuning teams;
  rns_tuning residues;
  number_theory_tuning number_theory;
  pass_tuning passes;
  arithmetic_tuning arithmetic;
  scan_tuning scan_4_bytes, scan_8_bytes;
  /// The memory that the pieces of a batch may take at the same time, besides operands and results.
  std::size_t workspace_bytes;

  const scan_tuning& scan(int element_bytes) const {
    return element_bytes == 4 ? scan_4_bytes : scan_8_bytes;
  }
};

}  // namespace gbi::plan
