/// \file
/// Arguments of the bit kernels. The kernels see integers in two's complement with infinitely many limbs. A
/// negative number of magnitude x has limbs 0 below the lowest nonzero limb of x, the negated limb there, and
/// the complements above. So once the position of that limb is known, each limb can be computed
/// independently.
#pragma once

#include <cstdint>

#include "kernels/word/bit_function.hpp"
#include "kernels/word/limb.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// The complement of the position of a number's lowest set bit. So 0 means that there is none, and a maximum
/// finds the lowest.
using lowest_one = std::uint64_t;

struct bit_operand {
  const limb* limbs = nullptr;  ///< limbs of the magnitude
  std::uint64_t count = 0;
  std::uint64_t offset = 0;            ///< limbs[0] is limb `offset` of the number; the limbs below are zero
  const limb* sign = nullptr;          ///< null: not negative
  const lowest_one* lowest = nullptr;  ///< lowest set bit of the magnitude; read if the number is negative
};

/// Finds the lowest set bit of f(a, b) in the limbs [first_limb, end_limb).
struct lowest_one_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t first_limb, end_limb;
  limb first_mask;      ///< bits of the first limb that count
  const limb* only_if;  ///< when given: nothing is searched if the word is 0
  lowest_one* result;   ///< 0 before
};

/// out = f(a, b), as a sign and a magnitude.
struct bitwise_arguments {
  bit_function f;
  bit_operand a, b;
  limb_target out;
  limb last_mask;            ///< bits of out's last limb that are kept
  const lowest_one* lowest;  ///< of f(a, b); null: the result is not negated, modulo 2^(64 out.count)
  limb* sign_result;
};

/// *result (0 before) becomes the number of set bits of f(a, b), which are all below `end_limb`. It becomes
/// all ones if there are infinitely many.
struct ones_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t end_limb;
  limb* result;
};

/// *result (0 before) becomes the digest of the magnitude.
struct digest_arguments {
  limb_span a;
  limb* result;
};

}  // namespace gbi::kernels
