/// \file
/// Signed digits of 52 bits, about -2^51 to 2^51, and exact products of two of them.
///
/// On a GPU, a digit is a double: a fused multiply-add of doubles handles 53 bits where a wide integer
/// multiply-add handles 32, in half the time. Adding 1.5 2^104 rounds a product down to a multiple of 2^52,
/// which gives its high half. The remainder gives the low half:
///
///     h = fma_down(a, b, 1.5 2^104),   l = fma(a, b, (1.5 2^104 + 2^52) - h) = 2^52 + (a b mod 2^52)
///
/// Neither half is converted. The bits of a double between 2^52 and 2^53, or between 2^104 and 2^105, are an
/// integer plus the bits of its exponent. So halves are added as integers, and the exponents of many halves
/// are subtracted at once. A product costs three operations and two additions. Digits are signed, so a carry
/// need not ripple: it stays in the next digit. On the host, a digit is an integer, and everything else is
/// the same, bit for bit.
///
/// Source: N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double precision floating
/// point arithmetic on the GPU", IEEE Symposium on Computer Arithmetic (2018). The signed digits are ours.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

inline constexpr int fused_digit_bits = 52;

#if defined(__CUDACC__)
using fused_digit = double;
#else
using fused_digit = std::int64_t;
#endif

/// A sum of halves of products, modulo 2^64.
using digit_sum = std::uint64_t;

inline constexpr digit_sum fused_digit_mask = (digit_sum{1} << fused_digit_bits) - 1;

/// The exponent bits in the halves of a product.
inline constexpr digit_sum high_bias = 0x4678'0000'0000'0000, low_bias = 0x4330'0000'0000'0000;

/// a b = (low - low_bias) + 2^52 (high - high_bias), where 0 <= low - low_bias < 2^52.
struct digit_product {
  digit_sum low, high;
};

/// |a b| <= 2^103. Proof: proofs/Fused_digit.v, theorem product_of_is_exact.
GBI_BOTH digit_product product_of(fused_digit a, fused_digit b) {
#if defined(__CUDA_ARCH__)
  const double high = __fma_rd(a, b, 0x1.8p104);
  const double low = __fma_rn(a, b, __dsub_rn(0x1.8p104 + 0x1p52, high));
  return {__builtin_bit_cast(digit_sum, low), __builtin_bit_cast(digit_sum, high)};
#else
  const signed_wide_limb product = static_cast<signed_wide_limb>(a) * static_cast<signed_wide_limb>(b);
  return {(static_cast<digit_sum>(product) & fused_digit_mask) | low_bias,
          static_cast<digit_sum>(product >> fused_digit_bits) + high_bias};
#endif
}

/// The offset that a sum needs before it is split. With it, the upper 12 bits are the carry plus 2^11, and
/// the lower 52 bits are the digit plus 2^51.
inline constexpr digit_sum split_offset = (digit_sum{1} << 63) + (digit_sum{1} << 51);
inline constexpr digit_sum carry_offset = digit_sum{1} << 11;

GBI_BOTH constexpr digit_sum carry_of(digit_sum split) {
  return split >> fused_digit_bits;
}

/// The digit of a sum with that offset, plus a carry with its offset.
GBI_BOTH fused_digit digit_of(digit_sum split, digit_sum carry) {
#if defined(__CUDA_ARCH__)
  const double low = __builtin_bit_cast(double, (split & fused_digit_mask) | low_bias);
  return __dadd_rn(__dsub_rn(low, 0x1p53 + 0x1p51 + 0x1p11), __builtin_bit_cast(double, carry | low_bias));
#else
  return static_cast<fused_digit>(split & fused_digit_mask) +
         static_cast<fused_digit>(carry - (split_offset & fused_digit_mask) - carry_offset);
#endif
}

/// The digit of -1/x modulo 2^52, for odd x. Each step of Newton's iteration doubles the number of correct
/// bits; x itself has three. Proof: proofs/Montgomery.v, theorem digit_negative_inverse.
GBI_BOTH fused_digit negative_inverse(std::int64_t x) {
  const auto word = static_cast<limb>(x);
  limb inverse = word;
  for (int correct = 3; correct < fused_digit_bits; correct *= 2) inverse *= 2 - word * inverse;
  return static_cast<fused_digit>(
      static_cast<std::int64_t>((0 - inverse) << (limb_bits - fused_digit_bits)) >>
      (limb_bits - fused_digit_bits));
}

/// The digit q between -2^51 and 2^51 with q = sum y modulo 2^52, for the lower 52 bits of a sum.
GBI_BOTH fused_digit quotient_of(digit_sum sum, fused_digit y) {
#if defined(__CUDA_ARCH__)
  const double low = __dsub_rn(__builtin_bit_cast(double, (sum & fused_digit_mask) | low_bias), 0x1p52);
  const double high = __fma_rn(low, y, 0x1.8p104);
  return __fma_rn(low, y, __dsub_rn(0x1.8p104, high));
#else
  return static_cast<std::int64_t>(sum * static_cast<limb>(y) << (limb_bits - fused_digit_bits)) >>
         (limb_bits - fused_digit_bits);
#endif
}

}  // namespace gbi::kernels
