/// \file
/// The bits of integers. Negative numbers are in two's complement with infinitely many leading ones, as in
/// GMP and Python. Numbers are values: a function that changes a bit returns a new number.
///
/// Every function costs one pass over memory. If a sign is not known to be positive, a search for the lowest
/// one comes first. It ends early unless the number ends in many zeros. Functions that return a number do not
/// wait, unless they say so. Functions that return a host value wait for numbers on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// Result of popcount(), scan0() and similar functions for "infinitely many" and "nowhere" (GMP: the largest
/// mp_bitcnt_t). No bit has an index as large.
inline constexpr std::size_t unbounded = ~std::size_t{0};

/// If one operand is much shorter than the other and its sign is not known, the call waits once for that
/// sign.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint operator&(const gpu_bigint& a, const gpu_bigint& b);
[[nodiscard]] GBI_API gpu_bigint operator|(const gpu_bigint& a, const gpu_bigint& b);
[[nodiscard]] GBI_API gpu_bigint operator^(const gpu_bigint& a, const gpu_bigint& b);
/// Operations with built-in integers, which join the number's context.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator&(const gpu_bigint& a, T b) {
  return a & a.in_same_context(b);
}
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator&(T a, const gpu_bigint& b) {
  return b.in_same_context(a) & b;
}
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator|(const gpu_bigint& a, T b) {
  return a | a.in_same_context(b);
}
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator|(T a, const gpu_bigint& b) {
  return b.in_same_context(a) | b;
}
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator^(const gpu_bigint& a, T b) {
  return a ^ a.in_same_context(b);
}
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator^(T a, const gpu_bigint& b) {
  return b.in_same_context(a) ^ b;
}
/// -a - 1
[[nodiscard]] GBI_API gpu_bigint operator~(const gpu_bigint& a);

/// a = a & b, a = a | b, a = a ^ b
inline gpu_bigint& operator&=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a & b;
}
inline gpu_bigint& operator|=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a | b;
}
inline gpu_bigint& operator^=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a ^ b;
}
template <builtin_integer T>
gpu_bigint& operator&=(gpu_bigint& a, T b) {
  return a = a & b;
}
template <builtin_integer T>
gpu_bigint& operator|=(gpu_bigint& a, T b) {
  return a = a | b;
}
template <builtin_integer T>
gpu_bigint& operator^=(gpu_bigint& a, T b) {
  return a = a ^ b;
}

/// Bit `index` of a. Waits; O(1) unless a is negative.
[[nodiscard]] GBI_API bool test_bit(const gpu_bigint& a, std::size_t index);
/// a with bit `index` set, cleared or flipped. A bit above all limbs of a equals the sign. Setting or
/// clearing such a bit waits for a sign that is not known, and takes no memory if nothing changes.
[[nodiscard]] GBI_API gpu_bigint set_bit(const gpu_bigint& a, std::size_t index);
[[nodiscard]] GBI_API gpu_bigint clear_bit(const gpu_bigint& a, std::size_t index);
[[nodiscard]] GBI_API gpu_bigint flip_bit(const gpu_bigint& a, std::size_t index);

/// The number of ones; `unbounded` if a is negative. Waits.
[[nodiscard]] GBI_API std::size_t popcount(const gpu_bigint& a);
/// The number of bits in which a and b differ; `unbounded` if exactly one of them is negative. Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API std::size_t hamming_distance(const gpu_bigint& a, const gpu_bigint& b);

/// Index of the first 0 or 1 at or above bit `start`; `unbounded` if there is none. Waits.
[[nodiscard]] GBI_API std::size_t scan0(const gpu_bigint& a, std::size_t start);
[[nodiscard]] GBI_API std::size_t scan1(const gpu_bigint& a, std::size_t start);
/// The largest k such that 2^k divides a; `unbounded` for zero. Waits.
[[nodiscard]] GBI_API std::size_t trailing_zeros(const gpu_bigint& a);

/// a mod 2^count, from 0 to 2^count - 1.
/// \throws out_of_memory if a is negative and the result does not fit memory.
[[nodiscard]] GBI_API gpu_bigint low_bits(const gpu_bigint& a, std::size_t count);
/// The lowest `width` bits of a, rotated as one word: 0 to 2^width - 1.
[[nodiscard]] GBI_API gpu_bigint rotate_left(const gpu_bigint& a, std::size_t count, std::size_t width);
[[nodiscard]] GBI_API gpu_bigint rotate_right(const gpu_bigint& a, std::size_t count, std::size_t width);

}  // namespace gbi
