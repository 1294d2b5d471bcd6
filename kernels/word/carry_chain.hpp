/// \file
/// Carry chains through machine words. Between the steps of a chain the carry is a word, 0 or 1. If the
/// compiler sees the whole chain, the carry stays in a GPU predicate, and a step is a single instruction,
/// even a product of words (IMAD.WIDE.U32.X).
#pragma once

#include "kernels/word/machine_word.hpp"

namespace gbi::kernels {

GBI_BOTH constexpr double_word double_word_of(machine_word low, machine_word high) {
  return static_cast<double_word>(high) << word_bits | low;
}

/// x + y + carry; `carry` becomes the part above the word.
GBI_BOTH machine_word add_words(machine_word x, machine_word y, machine_word& carry) {
#if defined(__CUDA_ARCH__)
  machine_word sum;
  asm("{\n\t.reg .u32 none;\n\t"
      "add.cc.u32 none, %1, 0xffffffff;\n\t"
      "addc.cc.u32 %0, %2, %3;\n\t"
      "addc.u32 %1, 0, 0;\n\t}"
      : "=&r"(sum), "+r"(carry)
      : "r"(x), "r"(y));
  return sum;
#else
  const double_word sum = static_cast<double_word>(x) + y + carry;
  carry = high_word(sum);
  return low_word(sum);
#endif
}

GBI_BOTH double_word add_double_words(double_word x, double_word y, machine_word& carry) {
  const machine_word low = add_words(low_word(x), low_word(y), carry);
  return double_word_of(low, add_words(high_word(x), high_word(y), carry));
}

/// addend + x y + carry; `carry` becomes the part above the double word.
GBI_BOTH double_word multiply_add(double_word addend, machine_word x, machine_word y, machine_word& carry) {
#if defined(__CUDA_ARCH__)
  asm("{\n\t.reg .u32 low, high, none;\n\t"
      "mov.b64 {low, high}, %0;\n\t"
      "add.cc.u32 none, %1, 0xffffffff;\n\t"
      "madc.lo.cc.u32 low, %2, %3, low;\n\t"
      "madc.hi.cc.u32 high, %2, %3, high;\n\t"
      "addc.u32 %1, 0, 0;\n\t"
      "mov.b64 %0, {low, high};\n\t}"
      : "+l"(addend), "+r"(carry)
      : "r"(x), "r"(y));
  return addend;
#else
  const double_word product = word_product(x, y) + carry, sum = addend + product;
  carry = sum < addend ? 1 : 0;
  return sum;
#endif
}

}  // namespace gbi::kernels
