/// \file
/// GF(p^2) by divisions, p = 2^31 - 1 and p = 2^61 - 1.
#pragma once

#include <cstdint>

#include "kernels/word/mersenne_field.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::test {

/// Numbers modulo p, each with a unique representation.
template <class Field>
struct reference {
  static constexpr std::uint64_t p = Field::modulus;
  std::uint64_t re, im;

  static reference of(kernels::complex<Field> z) { return {z.re.value % p, z.im.value % p}; }
  friend reference operator+(reference a, reference b) { return {(a.re + b.re) % p, (a.im + b.im) % p}; }
  friend reference operator*(reference a, reference b) {
    const auto times = [](std::uint64_t x, std::uint64_t y) {
      return static_cast<std::uint64_t>(kernels::wide_limb{x} * y % p);
    };
    return {(times(a.re, b.re) + p - times(a.im, b.im)) % p, (times(a.re, b.im) + times(a.im, b.re)) % p};
  }
  bool operator==(const reference&) const = default;
};

template <class Field>
reference<Field> power(reference<Field> root, std::uint64_t exponent) {
  reference<Field> result{1, 0};
  for (; exponent > 0; exponent >>= 1, root = root * root)
    if ((exponent & 1) != 0) result = result * root;
  return result;
}

/// A root of unity whose order is a power of two.
template <class Field>
reference<Field> binary_root(std::uint64_t order) {
  using roots = kernels::roots_of_unity<Field>;
  return power(reference<Field>::of(roots::generator), (std::uint64_t{1} << roots::log2_order) / order);
}

}  // namespace gbi::test
