/// \file
/// Arguments of the kernels for numbers in slabs: consecutive limbs of one number, a slab on each rank.
#pragma once

#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/reduction_target.hpp"
#include "kernels/word/word_modulus.hpp"

namespace gbi::kernels {

/// What the ranks above need to know about a slab: how it transforms a number that is added to its lowest
/// limb. Only its two lowest limbs matter, and how far the second one repeats.
struct slab_record {
  limb overhang;       ///< what the slab itself passes to the slab above, in two's complement
  limb overhang_sign;  ///< the word above the overhang: 0 or all ones
  limb count;          ///< limbs of the slab; an empty slab passes on what comes in
  limb first, second;  ///< limbs 0 and 1; 0 if there are none
  limb unlike;  ///< complement of the index of the lowest limb above limb 1 that differs from limb 1; 0 if
                ///< there is none. Valid if limb 1 is 0 or all ones
  limb unused[2];
};
inline constexpr std::uint32_t slab_record_words = sizeof(slab_record) / sizeof(limb);

/// Fills the record of a slab. Its words must be 0 before.
struct slab_record_arguments {
  limb_span slab;
  const limb* overhang;      ///< null: the slab passes nothing on
  bool has_signed_overhang;  ///< the top bit of the overhang is a sign
  slab_record* record;
};

/// Adds to a slab what the slabs below pass on.
struct ripple_arguments {
  limb_target slab;
  const slab_record* records;    ///< of all ranks
  std::uint32_t rank;            ///< of the slab
  const limb* one_if = nullptr;  ///< when given: adds 1 at rank 0 if this word is not 0
  const limb* sign = nullptr;    ///< and this sign word says that the number is negative
  bool is_negated = false;       ///< the sign word is inverted
};

/// The result becomes at least the bit length of a 2^(64 at), which is 0 if a is 0.
struct bit_length_arguments {
  limb_span a;
  std::uint64_t at;
  reduction_target result;
};

/// A number is cut into blocks of `length` limbs. Block i belongs to rank i mod `ranks`, whose blocks, the
/// rows of a matrix, are its strips. A strip has one additional limb: the limb below its block for numbers to
/// be transformed, or the limb above it for products. \see src/distribute/strips.hpp
struct strip_layout {
  std::uint32_t ranks, length;
};

/// Copies limbs of a slab to their places in the strips of a rank, each strip with the limb below it.
struct pack_arguments {
  const limb* slab;
  std::uint64_t begin;  ///< the first limb of the slab
  strip_layout layout;
  std::uint32_t rank;  ///< whose strips they are
  limb* out;           ///< receives the strips from place `first` on
  std::uint64_t first;
  std::uint64_t count;
};

/// This bias is subtracted from the lowest coefficient of each strip and added to the limb above the strip
/// below it. Where the highest strip wraps around, it is instead added to the lowest coefficient of all. So
/// that limb is not negative when each strip is normalised separately: coefficients of right products are
/// below 2^49 (kernels::distrusted_coefficient).
inline constexpr std::int64_t strip_bias = std::int64_t{1} << 52;

struct bias_arguments {
  std::int64_t* coefficients;  ///< coefficients of the first strip
  std::uint64_t stride;        ///< from strip to strip
  std::uint64_t count;
  std::int64_t bias = strip_bias;
};

/// The most ranks that share a product.
inline constexpr int most_sharing_ranks = 16;

/// Joins strips into a slab of a product. Each strip has the limb above it, which is added to the next strip.
struct join_arguments {
  /// Limb k of rank g's contiguous strips is strips[g][k - first[g]].
  const limb* strips[most_sharing_ranks];
  std::uint64_t first[most_sharing_ranks];
  strip_layout layout;
  std::uint64_t begin;  ///< the first limb of the slab
  limb_target slab;     ///< with one limb above it, which receives what the slab passes on
  tile_chain chain;
  sign_rule sign;
};

/// Every word of the target becomes the sum modulo 2^64, or the maximum, of the words at its place in all
/// rows. The target must not be one of the rows.
struct reduce_rows_arguments {
  const limb* rows;     ///< contiguous
  std::uint32_t count;  ///< number of rows, at least 1
  std::uint64_t words;  ///< of a row
  bool largest;
  limb* target;
};

namespace launches {
using distribute = list<slab_record_arguments, ripple_arguments, bit_length_arguments, join_arguments,
                        reduce_rows_arguments, pack_arguments, bias_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
