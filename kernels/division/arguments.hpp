/// \file
/// What the kernels of divisions are told.
#pragma once

#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Signs of a division that rounds towards zero: quotient = *a xor *b, remainder = *a. Null: nothing is
/// written. For batches of one.
struct division_signs {
  const limb* a = nullptr;
  const limb* b = nullptr;
  limb* quotient = nullptr;
  limb* remainder = nullptr;
};

/// The longest operands that one block divides.
inline constexpr int short_divisor_limbs = 128;
inline constexpr int short_numerator_limbs = 256;

/// Quotients and remainders of short operands, problem by problem. Divisors may have zeros on top, but not
/// only zeros. Targets without limbs are not written; others get zeros above what there is.
struct short_division_arguments {
  limb_span numerators;  ///< at most short_numerator_limbs
  limb_span divisors;    ///< at most short_divisor_limbs
  limb_target quotients, remainders;
  division_signs signs;
  std::uint32_t batch = 1;
};

/// The longest reciprocal that one block finds, in limbs behind its point.
inline constexpr int block_reciprocal_limbs = 1021;

/// The leading limbs of divisors' reciprocals, from below (src/arithmetic/reciprocal.hpp).
struct reciprocal_arguments {
  limb_span divisors;  ///< with the top bit set
  limb_target out;     ///< p + 1 limbs, p from 1 to block_reciprocal_limbs
  std::uint32_t batch = 1;
};

/// The end of a division by multiplication, whose quotient may be one too small: the remainder is `larger`,
/// or `larger` minus the divisor if that is not negative, and then the quotient is one more than estimated.
struct remainder_arguments {
  limb_span larger;
  limb_span smaller;    ///< minus the divisor, in two's complement: its last limb is 0 if it is not negative
  limb_target out;      ///< the remainder / 2^shift
  std::uint32_t shift;  ///< below 64
  division_signs signs;
  limb_span estimate;
  limb_target quotient;  ///< none if it has no limbs; overlaps nothing
  tile_chain chain;      ///< of the quotient
  std::uint32_t batch = 1;
};

/// Limbs that one thread divides by a single limb.
inline constexpr int limb_division_run = 32;

enum class limb_division_stage : std::uint8_t {
  residues,  ///< residues[t] = run t modulo the divisor
  carries,   ///< residues[t] = the runs above t modulo the divisor
  quotients  ///< every run is divided together with what those above leave
};

/// Division of a long number by one limb, in three stages. Number and divisor are shifted so that the top bit
/// of the divisor is set.
struct limb_division_arguments {
  limb_span a;  ///< not shifted
  normalized_divisor divisor;
  std::uint32_t shift;
  limb run_power;  ///< 2^(64 limb_division_run) modulo the shifted divisor
  limb_division_stage stage;
  limb* residues;
  std::uint64_t runs;               ///< of a and its uppermost bits, which the shift makes a limb
  limb_target quotient, remainder;  ///< not shifted; zeros above what there is
  division_signs signs;
};

}  // namespace gbi::kernels
