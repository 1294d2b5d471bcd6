/// \file
/// The verdict on a product, the repair gate that runs kernels only if the product is wrong, and the
/// arguments of the verification.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// The verdict on one product. Before the launches of a product everything except `wrong` is zero.
struct verdict {
  /// The largest distance to the nearest integer and the largest coefficient that the last pass of the
  /// transform saw before rounding. Each is the upper half of a double; these halves are ordered like the
  /// numbers.
  std::uint64_t distance, largest;
  /// Sums of the checksums that the blocks find for the numbers of verify_arguments, split into their lower
  /// and upper 32 bits. A word can hold each of these sums without reduction.
  std::uint64_t checksum[4][2];
  /// The order of the rest and its bound: 0 if they are equal, odd if the rest is larger, else even. The
  /// higher the limb that decides, the larger the value.
  std::uint64_t order;
  std::uint32_t blocks_done;
  std::uint32_t wrong;  ///< 1 if the product must be computed again
};

/// A product is not trusted above a distance of 0.40 or a coefficient of 2^49. rounding.md: monitor
inline constexpr std::uint32_t distrusted_distance = 0x3fd99999;
inline constexpr std::uint32_t distrusted_coefficient = (1023 + 49) << 20;

/// The repair gate. If it has verdicts, the kernels behind it work only on wrong problems; transform p
/// belongs to problem p mod problems. Without verdicts, they work on all problems.
struct repair_gate {
  const verdict* verdicts = nullptr;
  std::uint32_t problems = 1;
};

/// The limbs that a block of the verification takes at a time. A thread takes every checksum_threads-th limb.
inline constexpr int checksum_threads = 256;
inline constexpr int checksum_limbs_of_thread = 8;
inline constexpr int checksum_tile = checksum_threads * checksum_limbs_of_thread;

/// A prime q of 61 bits, and powers of 2 modulo q.
struct checksum_modulus {
  /// The number of a tile has `tile_digits` digits of `tile_digit_bits` bits.
  static constexpr int tile_digits = 4, tile_digit_bits = 8;
  limb prime;
  limb reciprocal;       ///< reciprocal of 8 q, see normalized_divisor
  const limb* of_limb;   ///< 2^(64 i), i < checksum_threads
  const limb* of_row;    ///< 2^(64 i checksum_threads), i <= checksum_limbs_of_thread
  const limb* of_place;  ///< 2^(64 i checksum_tile) for i = u 2^(8 j), at u + 2^8 j
};

/// How a verification reports to the host (src/faults/evidence.hpp), through pinned memory. For right
/// products, only the mark is written.
struct verdict_report {
  std::uint64_t* record = nullptr;  ///< its first word becomes the ticket if a product is wrong in the end,
                                    ///< its second if one was wrong at first; null: nothing is reported
  std::uint64_t ticket = 0;
  std::uint64_t* progress = nullptr;  ///< becomes the mark, if not null
  std::uint64_t mark = 0;
  bool is_last = false;  ///< no repair follows
};

/// A bound on the rest of a relation: rest < bound, or rest <= 2 bound. The rest has room for as many limbs
/// as the bound requires.
struct rest_bound {
  limb_span of = {};  ///< null: there is none
  bool twice = false;

  /// Whether the rest respects the bound, given the word of their order.
  GBI_BOTH bool holds(std::uint64_t order) const {
    return of.limbs == nullptr || (order % 2 == 0 && (twice || order != 0));
  }
  GBI_BOTH limb limb_at(std::uint64_t i) const {
    const limb own = i < of.count ? of.limbs[i] : 0;
    return twice ? own << 1 | (i != 0 && i - 1 < of.count ? of.limbs[i - 1] >> (limb_bits - 1) : 0) : own;
  }
};

/// What a shift to the right by k bits drops, as the rest of its relation a 2^k + rest = sum. The shift
/// rounds towards minus infinity, so the rest is never negative. The limbs of the sum begin with the lowest
/// one that has a bit in the result.
struct dropped_bits {
  limb unit = 0;                 ///< 2^k, k < 64; 0: nothing is dropped
  const limb* lowest = nullptr;  ///< the lowest limb of the sum; null: it has none
  const limb* below = nullptr;   ///< a word that is 0 if all limbs below are 0; null: the sum is not negative

  GBI_DEVICE limb rest(bool is_negative) const {
    if (unit == 0) return 0;
    const limb bits = lowest != nullptr ? *lowest & (unit - 1) : 0;
    const bool rounds = is_negative && (bits != 0 || (below != nullptr && *below != 0));
    return rounds ? unit - bits : bits;
  }
};

/// Decides whether products are right, from the monitors of their transforms and, if there are blocks for it,
/// from a * b * factor + rest = sum modulo q.
struct verify_arguments {
  limb_span number[4];      ///< a, b, the sum (which is not truncated) and the rest, if there is one
  std::uint32_t tiles[4];   ///< tiles of each number
  std::uint32_t blocks[4];  ///< for each number; none for b if it is a; all 0: only the monitors decide
  const limb* signs[4];     ///< for each number, a word that is 1 if it is negative, else 0; null: it is not
  limb factor = 1;          ///< modulo q; b counts as 1 if it has no limbs
  dropped_bits dropped;     ///< the rest if it has no limbs; for a batch of one
  rest_bound bound;         ///< for a batch of one
  std::uint32_t run = 1;    ///< number of neighbouring tiles that a block takes
  checksum_modulus modulus;
  verdict* verdicts;   ///< one for each problem
  verdict* spent;      ///< one for each problem, which this launch clears because an earlier check used it
  repair_gate repair;  ///< after a repair, only wrong products are checked again
  verdict_report report;
  std::uint32_t batch = 1;
};

namespace launches {
using verify = list<verify_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
