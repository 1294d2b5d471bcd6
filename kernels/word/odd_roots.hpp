/// \file
/// Roots of unity of order 3, 7 or 9 in GF(p) for p = 2^31 - 1 and p = 2^61 - 1. These orders divide p - 1.
/// In GF(p^2), the conjugate of such a root is the root itself, not its inverse.
#pragma once

#include <concepts>
#include <cstdint>

#include "kernels/word/mersenne_field.hpp"

namespace gbi::kernels {

template <class Field>
concept prime_field = std::same_as<Field, m31> || std::same_as<Field, m61>;

/// The largest power of two that divides n > 0.
GBI_BOTH constexpr std::uint64_t binary_factor(std::uint64_t n) {
  return n & (0 - n);
}

/// x^e
template <prime_field Field>
GBI_BOTH constexpr Field field_power(Field x, std::uint64_t e) {
  Field result{1};
  for (; e > 0; e >>= 1, x = x * x)
    if ((e & 1) != 0) result = result * x;
  return result;
}
/// 1 / x
template <prime_field Field>
GBI_BOTH constexpr Field inverse(Field x) {
  return field_power(x, Field::modulus - 2);
}

/// z^exponent for a root of unity z of the given order.
template <prime_field Field, int Order>
GBI_BOTH constexpr Field odd_root(int exponent) {
  static_assert(Order == 3 || Order == 7 || Order == 9);
  constexpr Field generator{sizeof(Field) == sizeof(m31) ? 7u : 37u};  // generates all elements except 0
  constexpr Field root = field_power(generator, (Field::modulus - 1) / Order);
  return field_power(root, static_cast<std::uint64_t>(exponent));
}

}  // namespace gbi::kernels
