/// \file
/// What is known of a product that is verified, what happens only if it is wrong, and what the verification
/// is told.
#pragma once

#include <cstdint>

#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// What is known of one product. All zero but for `wrong` between the launches of two products.
struct verdict {
  /// The largest seen by the last pass of the transform before rounding: the upper halves of doubles, which
  /// are ordered like the numbers, of the distance to the nearest integer and of the coefficient.
  std::uint64_t distance, largest;
  /// Sums of the blocks' residues of the numbers of verify_arguments, by their lower and upper 32 bits: so
  /// many of them fit a word that nothing has to be reduced.
  std::uint64_t residue[4][2];
  std::uint32_t blocks_done;
  std::uint32_t wrong;  ///< 1 if the product must be done again
};

/// Above these a product is not trusted: a distance of 0.40, a coefficient of 2^49 (docs/rounding.md).
inline constexpr std::uint32_t distrusted_distance = 0x3fd99999;
inline constexpr std::uint32_t distrusted_coefficient = (1023 + 49) << 20;

/// Kernels behind a gate do nothing for the problems that are not wrong: transform p belongs to problem p mod
/// problems. Without verdicts it is open.
struct gate {
  const verdict* verdicts = nullptr;
  std::uint32_t problems = 1;
};

/// Limbs that a block of the verification takes at a time: a thread takes every so many'th.
inline constexpr int residue_threads = 256;
inline constexpr int residue_limbs_of_thread = 8;
inline constexpr int residue_tile = residue_threads * residue_limbs_of_thread;

/// A prime q of 61 bits, and powers of 2 modulo q.
struct residue_modulus {
  /// A tile's number has so many digits of so many bits.
  static constexpr int tile_digits = 4, tile_digit_bits = 8;
  limb prime;
  limb reciprocal;       ///< of 8 q, see normalized_divisor
  const limb* of_limb;   ///< 2^(64 i), i < residue_threads
  const limb* of_row;    ///< 2^(64 i residue_threads), i <= residue_limbs_of_thread
  const limb* of_place;  ///< 2^(64 i residue_tile) for i = u 2^(8 j), at u + 2^8 j
};

/// Decides whether products are right, from their transforms' monitors and, if there are blocks for it, from
/// a * b + rest = sum modulo q.
struct verify_arguments {
  limb_span number[4];      ///< a, b, the sum, which is not truncated, and the rest, if there is one
  std::uint32_t tiles[4];   ///< of each
  std::uint32_t blocks[4];  ///< for each; none for b if it is a. All 0: the monitors alone decide
  std::uint32_t run = 1;    ///< tiles that a block takes, neighbours
  residue_modulus modulus;
  verdict* verdicts;     ///< one for each problem
  gate open;             ///< after a repair: only what was wrong is looked at again ...
  std::uint64_t* fault;  ///< ... and this becomes 1 if it still is
  std::uint32_t batch = 1;
};

}  // namespace gbi::kernels
