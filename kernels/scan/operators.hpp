/// \file
/// Operators of scans and reductions: an associative function with its identity. They need not commute: the
/// left operand is always the one with the smaller index.
#pragma once

#include <limits>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class T>
struct sum {
  GBI_BOTH static constexpr T identity() { return T{}; }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a + b; }
};

template <class T>
struct maximum {
  GBI_BOTH static constexpr T identity() { return std::numeric_limits<T>::lowest(); }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <class T>
struct product {
  GBI_BOTH static constexpr T identity() { return T{1}; }
  GBI_BOTH constexpr T operator()(const T& a, const T& b) const { return a * b; }
};

}  // namespace gbi::kernels
