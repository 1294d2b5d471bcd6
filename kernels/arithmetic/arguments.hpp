/// \file
/// Arguments of the kernels of sums, comparisons, shifts, bits, remainders and random numbers.
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/bit_function.hpp"
#include "kernels/word/limb.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/reduction_target.hpp"
#include "kernels/word/word_modulus.hpp"

namespace gbi::kernels {

/// How two magnitudes are combined into one.
struct add_rule {
  bool subtract = false;         ///< a - b instead of a + b; modulo 2^(64 out.count) if no signs are given
  std::uint64_t a_at = 0;        ///< where a begins, in limbs; only if no signs are given
  std::uint32_t shift_b = 0;     ///< below 64: b / 2^shift_b is added; only if no signs are given
  const limb* sign_a = nullptr;  ///< null: no signs are given; `subtract` alone decides
  const limb* sign_b = nullptr;
  /// Signs may make the sum a difference. So one of these gives the order of |a| and |b|: a word left by
  /// compare_kernel, or this many blocks before the blocks of the sum, whose states follow those of the tiles
  /// in the chain. For batches of one.
  const limb* order = nullptr;
  std::uint32_t comparers = 0;
  limb* sign_result = nullptr;
  limb sign = 0;                   ///< of the result, if no signs are given
  const limb* carry_if = nullptr;  ///< when given: a carry comes in if both words are nonzero
  const limb* and_if = nullptr;
};

/// The number of comparers for a sum with this many tiles. They have work only if the highest limbs are
/// equal.
constexpr std::uint32_t comparers_of(std::uint32_t tiles) {
  return tiles < 512 ? tiles / 4 + 1 : 128;
}

struct add_arguments {
  limb_span a, b;
  limb_target out;  ///< may be a or b itself, but then tiles wait for each other
  add_rule rule;
  tile_chain chain;
  std::uint32_t batch = 1;
};

/// out = c - a b modulo 2^(64 out.count), for a product that is known only modulo 2^(64 modulus) + 1. The
/// difference is not negative and has at most modulus - 1 limbs.
struct residual_arguments {
  limb_span c;        ///< at most 2 modulus - 2 significant limbs, because a and b have at most modulus - 1
  limb_span product;  ///< modulus + 1 limbs, in two's complement, of any representative a few words away from
                      ///< the least one
  limb_target out;    ///< at most modulus - 1 limbs; overlaps no operand
  std::uint64_t modulus;  ///< in limbs
  tile_chain chain;
  repair_gate repair = {};
};

/// Compares two magnitudes. The order stays 0 if they are equal, and becomes an odd number if a > b, or an
/// even number if a < b. The higher the limb that decides, the larger the number.
struct compare_arguments {
  limb_span a, b;
  reduction_target order;
  std::uint64_t at = 0;  ///< the index of the lowest limbs of a and b in the numbers that they are parts of
};

/// The result becomes the index of the highest nonzero limb plus 1. Only the bits in `last_mask` of
/// the last limb count.
struct significant_arguments {
  limb_span a;
  limb last_mask;
  reduction_target result;
};

/// The words of a box that a report fills. Limbs start at `report_limbs`.
enum report_word : std::uint32_t { report_ticket, report_size, report_sign, report_top, report_limbs };

/// Fills a box in host memory with the size of a number, its sign word and its highest limb, or 0 if it has
/// none. A number of at most `most_limbs` limbs also reports its limbs. The ticket is written last.
struct report_arguments {
  limb_span number;  ///< limbs above its size are zeros
  const limb* sign;
  const limb* size;  ///< left by significant_kernel; null: the kernel finds it
  std::uint64_t* box;
  std::uint64_t ticket;
  std::uint32_t most_limbs;
  limb* cleared = nullptr;  ///< when given, as many limbs as the number has become 0 afterwards
};

/// Bit k of out is bit k + offset of a, for every bit k of out.
struct shift_arguments {
  limb_span a;
  limb_target out;
  std::int64_t offset;
  const limb* sign = nullptr;  ///< when given, copied to sign_result
  limb* sign_result = nullptr;
  std::uint32_t batch = 1;
};

// The bit kernels see integers in two's complement with infinitely many limbs. A negative number of magnitude
// x has limbs 0 below the lowest nonzero limb of x, the negated limb there, and the complements above. So
// once the position of that limb is known, each limb can be computed independently.

/// The complement of the position of a number's lowest set bit. So 0 means that there is none, and a maximum
/// finds the lowest.
using lowest_one = std::uint64_t;

struct bit_operand {
  const limb* limbs = nullptr;  ///< limbs of the magnitude
  std::uint64_t count = 0;
  std::uint64_t offset = 0;            ///< limbs[0] is limb `offset` of the number; the limbs below are zero
  const limb* sign = nullptr;          ///< null: not negative
  const lowest_one* lowest = nullptr;  ///< lowest set bit of the magnitude; read if the number is negative
};

/// Finds the lowest set bit of f(a, b) in the limbs [first_limb, end_limb).
struct lowest_one_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t first_limb, end_limb;
  limb first_mask;      ///< bits of the first limb that count
  const limb* only_if;  ///< when given: nothing is searched if the word is 0
  reduction_target result;
};

/// out = f(a, b), as a sign and a magnitude.
struct bitwise_arguments {
  bit_function f;
  bit_operand a, b;
  limb_target out;
  limb last_mask;            ///< bits of out's last limb that are kept
  const lowest_one* lowest;  ///< of f(a, b); null: the result is not negated, modulo 2^(64 out.count)
  limb* sign_result;
};

/// The result becomes the number of set bits of f(a, b), which are all below `end_limb`. It becomes all
/// ones if there are infinitely many.
struct ones_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t end_limb;
  reduction_target result;
};

/// The result becomes the digest of the magnitude.
struct digest_arguments {
  limb_span a;
  reduction_target result;
};

/// remainders[i] = number mod moduli[i].
struct remainders_arguments {
  limb_span number;
  const word_modulus* moduli;
  std::uint32_t count;
  limb* remainders;
};

/// Number g of the batch becomes draw `first_draw + g` of the key's sequence. Its limbs 2 i and 2 i + 1 are
/// the random block of the counter (i, draw). Only its limbs from first_limb on are written.
struct random_arguments {
  std::uint64_t key;
  std::uint64_t first_draw;
  limb_target out;
  limb last_mask;     ///< bits of the last limb that are kept
  limb* sign_result;  ///< if given, becomes 0: not negative
  std::uint32_t batch = 1;
  std::uint64_t first_limb = 0;
};

/// Adds to result[0] + result[1] 2^32 a number that is congruent to a 2^(64 at) modulo the word.
struct word_checksum_arguments {
  limb_span a;
  std::uint64_t at;
  word_modulus modulus;  ///< any except 0
  limb* result;
};

namespace launches {
using arithmetic =
    list<add_arguments, residual_arguments, compare_arguments, significant_arguments, report_arguments,
         shift_arguments, lowest_one_arguments, bitwise_arguments, ones_arguments, digest_arguments,
         remainders_arguments, word_checksum_arguments, random_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
