/// \file
/// Operators of scans and reductions: an associative function with its identity. They need not be
/// commutative. The left operand always has the smaller index.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class T>
struct sum {
  GBI_BOTH static constexpr T identity() { return T{}; }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a + b; }
};

template <class T>
struct product {
  GBI_BOTH static constexpr T identity() { return T{1}; }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a * b; }
};

template <class T>
struct maximum {
  GBI_BOTH static constexpr T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) return -std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::lowest();
  }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <class T>
struct minimum {
  GBI_BOTH static constexpr T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max();
  }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};

/// The function x -> factor x + term.
template <class T>
struct affine {
  T factor, term;
};

/// Composition: first the left function, then the right one. It is not commutative. Its scan solves the
/// linear recurrence x_i = factor_i x_(i-1) + term_i.
template <class T>
struct composition {
  GBI_BOTH static constexpr affine<T> identity() { return {T{1}, T{0}}; }
  GBI_BOTH constexpr affine<T> operator()(const affine<T>& first, const affine<T>& second) const {
    return {second.factor * first.factor, second.factor * first.term + second.term};
  }
};

/// The maximum, with bits of every element flipped and then flipped back in the result. Flipping all bits of
/// an integer, or the sign of a floating-point number, reverses the order. Flipping the highest bit maps the
/// order of signed integers to that of unsigned ones. So one instance serves minimum and maximum, signed and
/// unsigned.
template <class T>
struct flipped_maximum : maximum<T> {
  GBI_BOTH static constexpr T flip(const T& x, std::uint64_t bits) {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return __builtin_bit_cast(T, static_cast<word>(__builtin_bit_cast(word, x) ^ static_cast<word>(bits)));
  }
};

template <class Operator, class T>
inline constexpr bool flips = requires(const T& x) {
  Operator::flip(x, std::uint64_t{});
};

/// Maps x for the operator when it is read, and back when it is written.
template <class Operator, class T>
GBI_BOTH constexpr T flip(const T& x, [[maybe_unused]] std::uint64_t bits) {
  if constexpr (flips<Operator, T>)
    return Operator::flip(x, bits);
  else
    return x;
}

}  // namespace gbi::kernels
