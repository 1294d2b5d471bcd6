/// \file
/// The fields GF(p) for p = 2^31 - 1 and p = 2^61 - 1, and GF(p^2) = GF(p)[i], i^2 = -1, as complex<m31> and
/// complex<m61>.
///
/// p is 3 modulo 4, so -1 has no square root in GF(p), and GF(p^2) behaves like the complex numbers. The
/// roots of unity of order 2^k, k < 32 or k < 62, have norm 1: their conjugates are their inverses. Reduction
/// is folding, because 2^31 or 2^61 is congruent to 1. An element has few representations.
/// Sources: I. S. Reed, T. K. Truong, "The use of finite fields to compute convolutions", IEEE Trans.
/// Information Theory 21 (1975); C. M. Rader, "Discrete convolutions via Mersenne transforms", IEEE Trans.
/// Computers 21 (1972). rounding.md: exact transforms
#pragma once

#include <cstdint>

#include "kernels/word/complex.hpp"

namespace gbi::kernels {

/// An element of GF(2^31 - 1): 0 <= value <= p.
struct m31 {
  static constexpr std::uint32_t modulus = (std::uint32_t{1} << 31) - 1;
  std::uint32_t value;

  /// From any word. Proof: proofs/Mersenne_field.v, theorem m31_of_is_reduced.
  GBI_BOTH static constexpr m31 of(std::uint32_t word) { return once_less((word & modulus) + (word >> 31)); }
  /// The same element for x <= 2 p. The difference wraps around if x is less than p, and is then the larger
  /// number. Proof: proofs/Mersenne_field.v, theorem once_less_is_reduced.
  GBI_BOTH static constexpr m31 once_less(std::uint32_t x) {
    const std::uint32_t less = x - modulus;
    return {less < x ? less : x};
  }
  /// The same for a difference of two elements, modulo 2^32.
  /// Proof: proofs/Mersenne_field.v, theorem once_more_is_reduced.
  GBI_BOTH static constexpr m31 once_more(std::uint32_t x) {
    const std::uint32_t more = x + modulus;
    return {more < x ? more : x};
  }
  /// The element whose double is represented by this number, which is at most 4 p^2.
  /// Proof: proofs/Mersenne_field.v, theorem half_of_is_reduced.
  GBI_BOTH static constexpr m31 half_of(std::uint64_t twice) {
    const m31 upper = once_less(static_cast<std::uint32_t>(twice >> 32));
    return once_less(upper.value + (static_cast<std::uint32_t>(twice) >> 1));
  }
};

/// Proof: proofs/Mersenne_field.v, theorem m31_sum.
GBI_BOTH constexpr m31 operator+(m31 a, m31 b) {
  return m31::once_less(a.value + b.value);
}
GBI_BOTH constexpr m31 operator-(m31 a, m31 b) {
  return m31::once_more(a.value - b.value);
}
GBI_BOTH constexpr m31 operator-(m31 a) {
  return {m31::modulus - a.value};
}
/// Proof: proofs/Mersenne_field.v, theorem m31_product.
GBI_BOTH constexpr m31 operator*(m31 a, m31 b) {
  return m31::half_of(std::uint64_t{a.value} * (2 * b.value));
}
/// 0 <= x < p.
GBI_BOTH constexpr std::uint32_t canonical(m31 a) {
  return a.value == m31::modulus ? 0 : a.value;
}

/// An element of GF(2^61 - 1): 0 <= value <= p + 7.
struct m61 {
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  std::uint64_t value;

  /// From any word. Proof: proofs/Mersenne_field.v, theorem m61_of_is_reduced.
  GBI_BOTH static constexpr m61 of(std::uint64_t word) { return {(word & modulus) + (word >> 61)}; }
};

/// Proof: proofs/Mersenne_field.v, theorem m61_sums.
GBI_BOTH constexpr m61 operator+(m61 a, m61 b) {
  return m61::of(a.value + b.value);
}
/// Proof: proofs/Mersenne_field.v, theorem m61_sums.
GBI_BOTH constexpr m61 operator-(m61 a, m61 b) {
  return m61::of(a.value + 2 * m61::modulus - b.value);
}
GBI_BOTH constexpr m61 operator-(m61 a) {
  return m61::of(2 * m61::modulus - a.value);
}
/// 0 <= x < p. Proof: proofs/Mersenne_field.v, theorem m61_canonical.
GBI_BOTH constexpr std::uint64_t canonical(m61 a) {
  return a.value >= m61::modulus ? a.value - m61::modulus : a.value;
}

/// x = low + 2^31 high with low < 2^31, for x < 2^62.
struct m61_digits {
  std::uint32_t low, high;
  GBI_BOTH explicit constexpr m61_digits(std::uint64_t x)
      : low(static_cast<std::uint32_t>(x) & m31::modulus), high(static_cast<std::uint32_t>(x >> 31)) {}
};

/// a b + c d for a, b, c <= p + 7 and d <= 2 p. Products of high digits have the weight 2^62 = 2. Eight wide
/// multiply-adds make two sums. Proof: proofs/Mersenne_field.v, theorem sum_of_products_is_reduced.
GBI_BOTH constexpr m61 sum_of_products(m61_digits a, m61_digits b, m61_digits c, m61_digits d) {
  const std::uint64_t outer = std::uint64_t{a.low} * b.low + std::uint64_t{c.low} * d.low +
                              std::uint64_t{2 * a.high} * b.high + std::uint64_t{2 * c.high} * d.high;
  const std::uint64_t middle = std::uint64_t{a.low} * b.high + std::uint64_t{a.high} * b.low +
                               std::uint64_t{c.low} * d.high + std::uint64_t{c.high} * d.low;
  // The weight of `middle` is 2^31, that of its bits from 30 on is 2^61.
  return m61::of(outer + ((middle & ((std::uint64_t{1} << 30) - 1)) << 31) + (middle >> 30));
}
GBI_LARGE constexpr m61 operator*(m61 a, m61 b) {
  return sum_of_products(m61_digits(a.value), m61_digits(b.value), m61_digits(0), m61_digits(0));
}

/// 2^e x for e < 31: a rotation of 31 bits.
/// Proof: proofs/Mersenne_field.v, theorem m31_times_power_of_two.
GBI_BOTH constexpr m31 times_power_of_two(m31 x, std::uint32_t e) {
  return {((x.value << e) & m31::modulus) | (x.value >> (31 - e))};
}
/// 2^e x for e < 61: a rotation of 61 bits.
/// Proof: proofs/Mersenne_field.v, theorem m61_times_power_of_two.
GBI_BOTH constexpr m61 times_power_of_two(m61 x, std::uint32_t e) {
  const std::uint64_t y = canonical(x);
  return {((y << e) & m61::modulus) | (y >> (61 - e))};
}

/// Four wide multiply-adds. Proof: proofs/Mersenne_field.v, theorem m31_complex_product.
GBI_LARGE constexpr complex<m31> operator*(complex<m31> a, complex<m31> b) {
  const std::uint32_t re = 2 * b.re.value, im = 2 * b.im.value, minus_im = 2 * m31::modulus - im;
  return {m31::half_of(std::uint64_t{a.re.value} * re + std::uint64_t{a.im.value} * minus_im),
          m31::half_of(std::uint64_t{a.re.value} * im + std::uint64_t{a.im.value} * re)};
}

/// Sixteen wide multiply-adds.
GBI_LARGE constexpr complex<m61> operator*(complex<m61> a, complex<m61> b) {
  const m61_digits a_re(a.re.value), a_im(a.im.value), re(b.re.value), im(b.im.value),
      minus_im(2 * m61::modulus - b.im.value);
  return {sum_of_products(a_re, re, a_im, minus_im), sum_of_products(a_im, re, a_re, im)};
}

/// A generator of the roots of unity of order 2^(bits + 1), where p = 2^bits - 1. Its powers are numbered
/// like those of exp(-2 pi i / 2^(bits + 1)): an eighth turn is (1 - i) 2^((bits - 1) / 2), a quarter turn
/// -i.
template <class Field>
struct roots_of_unity;
template <>
struct roots_of_unity<m31> {
  static constexpr int log2_order = 32;
  static constexpr complex<m31> generator{{716638482}, {279291497}};
};
template <>
struct roots_of_unity<m61> {
  static constexpr int log2_order = 62;
  static constexpr complex<m61> generator{{640074170472285483}, {2000319019999870122}};
};

}  // namespace gbi::kernels
