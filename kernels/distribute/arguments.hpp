/// \file
/// Arguments of the kernels for numbers in slabs: consecutive limbs of one number, a slab on each rank.
#pragma once

#include "kernels/word/limb_span.hpp"
#include "kernels/word/word_modulus.hpp"

namespace gbi::kernels {

/// What a slab tells the ranks above it: how it changes a number that is added to its lowest limb. All that
/// matters is its two lowest limbs, and how far the second one repeats.
struct slab_record {
  limb overhang;       ///< what the slab itself hands to the slab above, in two's complement
  limb overhang_sign;  ///< the word above the overhang: 0 or all ones
  limb count;          ///< limbs of the slab; if there are none, what comes in goes out
  limb first, second;  ///< limbs 0 and 1; 0 if there are none
  limb unlike;  ///< complement of the index of the lowest limb above limb 1 that differs from it; 0: there is
                ///< none. Valid if limb 1 is 0 or all ones
  limb unused[2];
};
inline constexpr std::uint32_t slab_record_words = sizeof(slab_record) / sizeof(limb);

/// Fills the record of a slab. Its words are 0 before.
struct slab_record_arguments {
  limb_span slab;
  const limb* overhang;      ///< null: the slab hands nothing over
  bool has_signed_overhang;  ///< its top bit is a sign
  slab_record* record;
};

/// Adds to a slab what the slabs below hand over.
struct ripple_arguments {
  limb_target slab;
  const slab_record* records;    ///< of all ranks
  std::uint32_t rank;            ///< of the slab
  const limb* one_if = nullptr;  ///< when given: 1 comes into rank 0 if this word is not 0, and
  const limb* sign = nullptr;    ///< this sign word is not 0, or is 0 if
  bool is_turned = false;        ///< the sign is turned
};

/// *result = max(*result, bit length of a 2^(64 at)); 0 if a is 0.
struct bit_length_arguments {
  limb_span a;
  std::uint64_t at;
  limb* result;
};

/// result[0] + result[1] 2^32 is increased by a number that is a 2^(64 at) modulo the word.
struct word_residue_arguments {
  limb_span a;
  std::uint64_t at;
  word_modulus modulus;  ///< any but 0
  limb* result;
};

/// Every word of the target becomes the sum modulo 2^64, or the largest, of the words in its place in all
/// rows. The target is none of the rows.
struct reduce_rows_arguments {
  const limb* rows;     ///< one behind the other
  std::uint32_t count;  ///< of rows; at least 1
  std::uint64_t words;  ///< of a row
  bool largest;
  limb* target;
};

}  // namespace gbi::kernels
