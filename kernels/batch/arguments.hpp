/// \file
/// What the kernels of batches of equal-width integers are told.
#pragma once

#include <cstdint>

#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// out = a, cut or extended by zeros: between layouts, widths and one number for all.
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

/// order[g] = less, equal or greater as element g of a is to that of b.
struct batch_compare_arguments {
  batch_span a, b;
  std::uint32_t elements;
  signed char* order;
  signed char less, equal, greater;
};

/// out[g] = bit 2 a[g] + b[g] of the truth table; values are 0 and 1.
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

/// out's bit k is a's bit k + offset, for every k of out.
struct batch_shift_arguments {
  batch_span a;
  batch_target out;
  std::uint32_t elements;
  std::int64_t offset;
};

/// gcd of a and b; with `inverse` also that of a modulo b, 0 where there is none: failed[g] becomes 1 there,
/// else 0.
struct batch_euclid_arguments {
  batch_span a, b;
  batch_target gcd;      ///< when given
  batch_target inverse;  ///< when given, and then
  limb* failed;
  limb*
      work;  ///< room for 2 limbs for each of the longer operand of each element, 4 with inverse, interleaved
  std::uint32_t elements;
};

/// quotient and remainder of a / b. Where b is 0 both are 0 and failed[g] becomes 1, else that is 0.
struct batch_divide_arguments {
  batch_span a, b;
  batch_target quotient, remainder;
  limb* scaled;  ///< room for a.count + b.count + 1 limbs of each element, interleaved
  limb* failed;
  std::uint32_t elements;
};

}  // namespace gbi::kernels
