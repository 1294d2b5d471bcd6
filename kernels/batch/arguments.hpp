/// \file
/// Arguments of the kernels of batches of equal-width integers.
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/bit_function.hpp"

namespace gbi::kernels {

/// out = a, truncated or extended by zeros. Converts between layouts, between widths, and from one number to
/// all elements.
struct batch_copy_arguments {
  batch_span a;
  batch_target out;
  std::uint32_t elements;
};

/// out = a + b or a - b modulo out's width.
struct batch_add_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t elements;
  bool subtract;
};

/// out = a + b, less `modulus` unless the sum is below it. The sum is below twice the modulus, of which `out`
/// has all limbs.
struct batch_add_modulo_arguments {
  batch_span a, b, modulus;
  batch_target out;
  std::uint32_t elements;
};

/// even[g] = 1 if a[g] is even, else 0.
struct batch_even_arguments {
  batch_span a;
  limb* even;
  std::uint32_t elements;
};

/// out = f(a, b), bit by bit, modulo out's width.
struct batch_bitwise_arguments {
  bit_function f;
  batch_span a, b;
  batch_target out;
  std::uint32_t elements;
};

/// order[g] = less, equal or greater, as element g of a is to element g of b.
struct batch_compare_arguments {
  batch_span a, b;
  std::uint32_t elements;
  signed char* order;
  signed char less, equal, greater;
};

/// out[g] = bit 2 a[g] + b[g] of the truth table. The values are 0 and 1.
struct batch_mask_arguments {
  const signed char *a, *b;
  signed char* out;
  std::uint32_t elements, table;
};

/// out = a where mask[g] is not 0, else b.
struct batch_select_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t elements;
  const signed char* mask;
};

/// counts[g] = mask[g]. A sum over all elements up to g then tells the place of element g among the chosen.
struct batch_counts_arguments {
  const signed char* mask;
  std::uint32_t* counts;
  std::uint32_t elements;
};

/// Copies the elements for which the mask is 1 to the element ends[g] - 1 of out, if out has it.
struct batch_compress_arguments {
  batch_span a;
  const signed char* mask;
  const std::uint32_t* ends;  ///< the number of chosen elements up to and including each element
  batch_target out;
  std::uint32_t elements, out_elements;
};

/// out[g] = mask[g] and inner[ends[g] - 1]: the inverse of batch_compress_arguments for truth values.
struct batch_spread_arguments {
  const signed char *mask, *inner;
  const std::uint32_t* ends;
  signed char* out;
  std::uint32_t elements;
};

/// Bit k of out is bit k + offset of a, for every bit k of out.
struct batch_shift_arguments {
  batch_span a;
  batch_target out;
  std::uint32_t elements;
  std::int64_t offset;
};

/// The gcd of a and b. With `inverse`, also the inverse of a modulo b. If an element has none, it is 0 and
/// failed[g] becomes 1; otherwise failed[g] becomes 0.
struct batch_euclid_arguments {
  batch_span a, b;
  batch_target gcd;      ///< when given
  batch_target inverse;  ///< when given; then `failed` is given too
  limb* failed;
  limb* work;  ///< 2 limbs for each limb of the longer operand, 4 with inverse, for each element, interleaved
  std::uint32_t elements;
};

/// The quotient and the remainder of a / b, or their lowest limbs if the targets have fewer. If b is 0, both
/// are 0 and failed[g] becomes 1; otherwise failed[g] becomes 0.
struct batch_divide_arguments {
  batch_span a, b;
  batch_target quotient, remainder;
  limb* scaled;  ///< a.count + b.count + 1 limbs for each element, interleaved
  limb* failed;
  std::uint32_t elements;
};

/// aligned = modulus 2^(64 w), with a top limb that is not 0, normalised = aligned 2^s, with its top bit set,
/// and sum = aligned modulo 2^64 - 1. A modulus of 0 counts as 1.
struct batch_align_arguments {
  batch_span modulus;
  batch_target aligned, normalised;
  limb* sum;
  std::uint32_t elements;
};

/// The reciprocals of aligned moduli from those of normalised ones: reciprocal = normalised 2^s / 2^64, for
/// the s of the modulus.
struct batch_reciprocal_arguments {
  batch_span normalised, aligned;
  batch_target reciprocal;
  std::uint32_t elements;
};

/// The quotient of (upper, lower) by an aligned modulus, or a little less: upper times the highest limb of
/// the reciprocal plus `quotient`, which before is the upper half of upper times all other limbs of the
/// reciprocal. difference = upper - quotient modulus, modulo 2^64 - 1.
struct batch_estimate_arguments {
  batch_span upper, reciprocal;
  const limb* sum;           ///< of the aligned modulus
  std::uint64_t sum_stride;  ///< 0 if all elements share the modulus
  batch_target quotient;
  limb* difference;
  std::uint32_t elements;
};

/// out = the remainder of (upper, lower) by the modulus, or 0 where that is even. `multiple` is the lower
/// half of quotient times aligned modulus.
struct batch_reduce_arguments {
  batch_span lower, multiple, aligned, modulus;
  const limb* difference;
  batch_target out;
  std::uint32_t elements;
};

namespace launches {
using batch =
    list<batch_copy_arguments, batch_add_arguments, batch_add_modulo_arguments, batch_even_arguments,
         batch_bitwise_arguments, batch_compare_arguments, batch_mask_arguments, batch_select_arguments,
         batch_counts_arguments, batch_compress_arguments, batch_spread_arguments, batch_shift_arguments,
         batch_divide_arguments, batch_euclid_arguments, batch_align_arguments, batch_reciprocal_arguments,
         batch_estimate_arguments, batch_reduce_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
