/// \file
/// Arguments of the kernels of products by coprime moduli: remainders of operands, and their lift to the
/// product (docs/decisions/0036).
///
/// A *cyclic* number stands for a class modulo 2^(64 k) - 1. It has k + 1 limbs, of which the last has the
/// same weight as the first: it is the carry out of an addition without a carry in. A *wrapped* number stands
/// for a class modulo 2^(64 k) + 1. It has k + 1 limbs, of which the last is signed and has the weight 2^(64
/// k), as left by run_right_angle.
#pragma once

#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// The remainder of x modulo 2^(64 k) + 1 with nearly the least magnitude, for k = out.count. If it is
/// negative, its negative is written and *sign becomes 1. In units of 2^(64 (k - 1)), the written number is
/// above -n and below 2^63 + n, if x has n parts of k limbs. If the written number is negative, it is in
/// two's complement.
struct wrapped_remainder_arguments {
  limb_span x;
  limb_target out;
  limb* sign;
  tile_chain chain;
};

/// The sum of the parts of k limbs of x, as a cyclic number. out has k + 1 limbs.
struct cyclic_remainder_arguments {
  limb_span x;
  limb_target out;
  tile_chain chain;
};

/// A wrapped number, or its negative if the two words differ.
struct signed_wrapped {
  limb_span limbs;
  const limb* sign_a;
  const limb* sign_b;
};

/// out = plus - minus modulo 2^(64 k) - 1. This is twice the factor of 2^(64 k) + 1 that lifts both
/// remainders.
struct cyclic_difference_arguments {
  limb_span plus;        ///< cyclic
  signed_wrapped minus;  ///< only its value modulo 2^(64 k) - 1 matters
  limb_target out;       ///< cyclic; overlaps no operand
  tile_chain chain;
};

/// out = remainder + h (2^(64 k) + 1) modulo 2^(128 k) - 1, where 2 h = twice modulo 2^(64 k) - 1.
struct lift_arguments {
  limb_span twice;           ///< cyclic, k + 1 limbs
  signed_wrapped remainder;  ///< k + 1 limbs
  limb_target out;           ///< cyclic, 2 k + 1 limbs; overlaps no operand
  bool plus_one;             ///< a carry comes in, which makes the number one too large
  tile_chain chain;
};

/// out = x - 1: the least number in the class of a cyclic number that a lift has made with `plus_one`.
struct settle_arguments {
  limb_span x;
  limb_target out;  ///< limbs beyond the number become zeros; must not overlap x
  sign_rule sign;
  tile_chain chain;
};

namespace launches {
using fermat = list<wrapped_remainder_arguments, cyclic_remainder_arguments, cyclic_difference_arguments,
                    lift_arguments, settle_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
