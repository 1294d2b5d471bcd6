/// \file
/// One step of a carry chain.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// a + b + carry; `carry` (0 or 1) becomes the carry out.
GBI_BOTH constexpr limb add_carry(limb a, limb b, bool& carry) {
  const limb sum = a + b;
  const limb result = sum + carry;
  carry = sum < a || result < sum;
  return result;
}

}  // namespace gbi::kernels
