/// \file
/// Arguments of the division kernels.
#pragma once

#include <cstdint>

#include "kernels/model/block.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "kernels/word/limb_modulus.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// Signs of a division that rounds towards zero: quotient = *a xor *b, remainder = *a. A null target is not
/// written. For batches of one.
struct division_signs {
  const limb* a = nullptr;
  const limb* b = nullptr;
  limb* quotient = nullptr;
  limb* remainder = nullptr;
};

/// The lengths of the longest operands that one block divides.
inline constexpr int short_divisor_limbs = 128;
inline constexpr int short_numerator_limbs = 256;

/// Quotients and remainders of short operands, problem by problem. Divisors may have leading zeros but must
/// not be zero. Targets without limbs are not written; the others receive zeros above their values.
struct short_division_arguments {
  limb_span numerators;  ///< at most short_numerator_limbs
  limb_span divisors;    ///< at most short_divisor_limbs
  limb_target quotients, remainders;
  division_signs signs;
  std::uint32_t batch = 1;
};

/// The longest reciprocal that one block finds, in limbs after the point.
inline constexpr int block_reciprocal_limbs = 1021;

/// The leading limbs of the reciprocals of divisors, approximated from below (src/arithmetic/reciprocal.hpp).
struct reciprocal_arguments {
  limb_span divisors;  ///< with the top bit set
  limb_target out;     ///< p + 1 limbs, p from 1 to block_reciprocal_limbs
  std::uint32_t batch = 1;
};

/// The end of a division by multiplication, whose quotient may be one too small. With R = candidate / 2^shift
/// and D = divisor / 2^divisor_shift, rounded down: if R >= D, the remainder is R - D and the quotient is one
/// more than estimated. Otherwise the remainder is R. Both shifts are below 64. out and quotient must not
/// overlap anything.
struct remainder_arguments {
  limb_span candidate, divisor;
  std::uint32_t shift, divisor_shift;
  limb_target out;
  division_signs signs;
  limb_span estimate;
  limb_target quotient;              ///< not written if it has no limbs
  std::uint32_t comparers = 0;       ///< comparing blocks before the other blocks of each problem (order.hpp)
  std::uint32_t quotient_tiles = 0;  ///< 0 for a quotient without limbs
  tile_chain chain = {};             ///< over comparers, tiles of the quotient, tiles of `out` (at least one)
  std::uint32_t batch = 1;
};

/// The limbs that a thread and a block divide by a single limb.
inline constexpr int limb_quotient_threads = 128;
inline constexpr int limb_quotient_run = 32;
inline constexpr int limb_quotient_tile = limb_quotient_threads * limb_quotient_run;

/// Divides a long number by one limb d 2^shift, where d is odd. With R = 2^(64 limb_quotient_run), and powers
/// modulo d that are scaled:
struct limb_quotient_arguments {
  limb_span a;
  limb_modulus modulus;  ///< d
  std::uint32_t shift;
  std::uint32_t tiles;                                     ///< enough for a and the quotient
  limb limb_powers[limb_quotient_run];                     ///< 2^(64 (k + 1))
  limb run_squares[5];                                     ///< R^(2^k)
  limb run_powers[warp_threads];                           ///< R^(k + 1)
  limb warp_powers[limb_quotient_threads / warp_threads];  ///< R^(32 k)
  limb tile_power;                                         ///< 2^(64 limb_quotient_tile)
  scan_chain chain;                                        ///< limb_quotient_chain_words for each tile
  limb_target quotient, remainder;                         ///< zeros above their values
  division_signs signs;
};

/// The words of a chain with which a tile passes on an affine function of a remainder.
inline constexpr int limb_quotient_chain_words = 4;

/// A block reduces a part of a number modulo one limb. Parts are multiples of this many limbs.
inline constexpr int limb_remainder_threads = 256;
inline constexpr int limb_remainder_batch = 8;  ///< limbs that a thread loads at once
inline constexpr int limb_remainder_unit = limb_remainder_threads * limb_remainder_batch;
inline constexpr int limb_remainder_chain_words = 2;

/// The remainder of a long number by one limb d 2^shift, where d is odd. Powers are modulo d and scaled:
struct limb_remainder_arguments {
  limb_span a;
  limb_modulus modulus;  ///< d
  std::uint32_t shift;
  std::uint32_t blocks;
  std::uint64_t block_limbs;
  limb limb_squares[9];   ///< 2^(64 2^k)
  limb block_squares[9];  ///< 2^(64 block_limbs 2^k)
  limb one, unshift;      ///< 1 and 1 / 2^shift
  scan_chain chain;       ///< limb_remainder_chain_words for each block
  limb_target remainder;  ///< zeros above the value
  division_signs signs;   ///< only that of the remainder
};

namespace launches {
using division = list<short_division_arguments, reciprocal_arguments, remainder_arguments,
                      limb_quotient_arguments, limb_remainder_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
