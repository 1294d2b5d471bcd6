/// \file
/// Arguments of the division kernels.
#pragma once

#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/wide_product.hpp"

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

/// Quotients and remainders of short operands, problem by problem. Divisors may have zeros on top, but not
/// only zeros. Targets without limbs are not written; the others receive zeros above their values.
struct short_division_arguments {
  limb_span numerators;  ///< at most short_numerator_limbs
  limb_span divisors;    ///< at most short_divisor_limbs
  limb_target quotients, remainders;
  division_signs signs;
  std::uint32_t batch = 1;
};

/// The longest reciprocal that one block finds, in limbs after the point.
inline constexpr int block_reciprocal_limbs = 1021;

/// The leading limbs of the reciprocals of divisors, from below (src/arithmetic/reciprocal.hpp).
struct reciprocal_arguments {
  limb_span divisors;  ///< with the top bit set
  limb_target out;     ///< p + 1 limbs, p from 1 to block_reciprocal_limbs
  std::uint32_t batch = 1;
};

/// The end of a division by multiplication, whose quotient may be one too small. If `larger` minus the
/// divisor is not negative, that difference is the remainder and the quotient is one more than estimated.
/// Otherwise the remainder is `larger`.
struct remainder_arguments {
  limb_span larger;
  limb_span smaller;    ///< larger - divisor in two's complement; its last limb is 0 if it is not negative
  limb_target out;      ///< the remainder / 2^shift
  std::uint32_t shift;  ///< below 64
  division_signs signs;
  limb_span estimate;
  limb_target quotient;  ///< not written if it has no limbs; overlaps nothing
  tile_chain chain;      ///< over the tiles of the quotient
  std::uint32_t batch = 1;
};

/// The run of limbs that one thread divides by a single limb.
inline constexpr int limb_division_run = 32;

enum class limb_division_stage : std::uint8_t {
  residues,  ///< residues[t] = run t modulo the divisor
  carries,   ///< residues[t] = the runs above t modulo the divisor
  quotients  ///< every run is divided together with the remainder of the runs above
};

/// Divides a long number by one limb, in three stages. Number and divisor are shifted so that the top bit of
/// the divisor is set.
struct limb_division_arguments {
  limb_span a;  ///< not shifted
  normalized_divisor divisor;
  std::uint32_t shift;
  limb run_power;  ///< 2^(64 limb_division_run) modulo the shifted divisor
  limb_division_stage stage;
  limb* residues;
  std::uint64_t runs;               ///< runs of a and of the limb that the shift makes of its uppermost bits
  limb_target quotient, remainder;  ///< not shifted; zeros above their values
  division_signs signs;
};

}  // namespace gbi::kernels
