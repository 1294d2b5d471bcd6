/// \file
/// Fibonacci and Lucas numbers in host memory, on the calling thread. Every bit of the index takes two
/// squares; the last one takes a product, or a square for a Lucas number of an even index.
/// Formulas: src/number_theory/sequences/fibonacci.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// An upper bound on the limbs of F(n) and L(n).
std::size_t fibonacci_limbs(std::uint64_t n) noexcept;
/// Limbs of scratch memory for all functions below.
std::size_t fibonacci_scratch(std::uint64_t n) noexcept;

/// F(n) and F(n - 1), where F(-1) = 1. Both have fibonacci_limbs(n) + 2 limbs; those above the result are
/// undefined. \returns the limbs of the larger one, at least 1. The other one may have leading zeros.
std::size_t fibonacci_pair(limb* current, limb* previous, std::uint64_t n, limb* scratch) noexcept;
/// F(n), in fibonacci_limbs(n) + 2 limbs. \returns its limbs, which may have leading zeros.
std::size_t fibonacci(limb* out, std::uint64_t n, limb* scratch) noexcept;
/// L(n), like F(n).
std::size_t lucas(limb* out, std::uint64_t n, limb* scratch) noexcept;

}  // namespace gbi::words
