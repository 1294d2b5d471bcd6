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

/// order[g] = -1, 0 or 1 where element g of a is less than, equal to or greater than that of b.
struct batch_compare_arguments {
  batch_span a, b;
  std::uint32_t elements;
  signed char* order;
};

/// out's bit k is a's bit k + offset, for every k of out.
struct batch_shift_arguments {
  batch_span a;
  batch_target out;
  std::uint32_t elements;
  std::int64_t offset;
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
