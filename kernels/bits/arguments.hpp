/// \file
/// What the kernels of bits are told. They see integers in two's complement with limbs without end: a
/// magnitude x that is negative has limbs 0 below its lowest limb that is not zero, the negated limb there,
/// and the complements above. So one position is all that must be known of a number before its limbs can be
/// computed each for itself.
#pragma once

#include <cstdint>

#include "kernels/word/bit_function.hpp"
#include "kernels/word/limb.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// Position of the lowest one of a number, as its complement, so that 0 says that there is none and a maximum
/// finds it.
using lowest_one = std::uint64_t;

struct bit_operand {
  const limb* limbs = nullptr;  ///< of the magnitude
  std::uint64_t count = 0;
  std::uint64_t offset = 0;            ///< limbs[0] is limb `offset` of the number; those below it are zero
  const limb* sign = nullptr;          ///< null: not negative
  const lowest_one* lowest = nullptr;  ///< of the magnitude; read when the number is negative
};

/// Position of the lowest one of f(a, b) in the limbs from first_limb on, before end_limb.
struct lowest_one_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t first_limb, end_limb;
  limb first_mask;      ///< bits of the first limb that count
  const limb* only_if;  ///< when given: nothing is looked for if the word is 0
  lowest_one* result;   ///< 0 before
};

/// out = f(a, b), as a sign and a magnitude.
struct bitwise_arguments {
  bit_function f;
  bit_operand a, b;
  limb_target out;
  limb last_mask;            ///< bits of out's last limb that are kept
  const lowest_one* lowest;  ///< of f(a, b); null: the result is taken as it is, modulo 2^(64 out.count)
  limb* sign_result;
};

/// *result (0 before) becomes the number of ones of f(a, b), all of them below `end_limb`; all ones if they
/// are without end.
struct ones_arguments {
  bit_function f;
  bit_operand a, b;
  std::uint64_t end_limb;
  limb* result;
};

/// *result (0 before) becomes a digest of the magnitude.
struct digest_arguments {
  limb_span a;
  limb* result;
};

}  // namespace gbi::kernels
