/// \file
/// The bits of integers. Negative numbers behave as in two's complement with infinitely many leading ones, as
/// in GMP and Python. Numbers are values: a function that changes a bit returns a new number.
///
/// Every function costs one pass over memory. If the number is not known to be positive, a search for its
/// lowest set bit comes first; it ends early unless the number ends in many zeros. Functions that return a
/// number do not wait unless documented otherwise. Functions that return a host value wait for numbers on the
/// device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The result of popcount(), scan0() and similar functions for "infinitely many" and "nowhere" (in GMP, the
/// largest mp_bitcnt_t). No bit has an index this large.
inline constexpr std::size_t unbounded = ~std::size_t{0};

/// \name Operators
/// If one operand is much shorter than the other and its sign is not known, the call waits once for that
/// sign. A built-in integer joins the context of the number. Operands in different contexts throw
/// std::invalid_argument. A result that does not fit in memory throws out_of_memory.
/// \{

/// a and b, bit by bit. O(n).
[[nodiscard]] GBI_API gpu_bigint operator&(const gpu_bigint& a, const gpu_bigint& b);
/// a or b, bit by bit. O(n).
[[nodiscard]] GBI_API gpu_bigint operator|(const gpu_bigint& a, const gpu_bigint& b);
/// a or b but not both, bit by bit. O(n).
[[nodiscard]] GBI_API gpu_bigint operator^(const gpu_bigint& a, const gpu_bigint& b);
/// a and b, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator&(const gpu_bigint& a, T b) {
  return a & a.in_same_context(b);
}
/// a and b, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator&(T a, const gpu_bigint& b) {
  return b.in_same_context(a) & b;
}
/// a or b, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator|(const gpu_bigint& a, T b) {
  return a | a.in_same_context(b);
}
/// a or b, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator|(T a, const gpu_bigint& b) {
  return b.in_same_context(a) | b;
}
/// a or b but not both, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator^(const gpu_bigint& a, T b) {
  return a ^ a.in_same_context(b);
}
/// a or b but not both, bit by bit, with a built-in integer.
template <builtin_integer T>
[[nodiscard]] gpu_bigint operator^(T a, const gpu_bigint& b) {
  return b.in_same_context(a) ^ b;
}
/// All bits flipped: -a - 1. O(n). Does not wait.
[[nodiscard]] GBI_API gpu_bigint operator~(const gpu_bigint& a);

/// Assigns a & b to a.
inline gpu_bigint& operator&=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a & b;
}
/// Assigns a | b to a.
inline gpu_bigint& operator|=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a | b;
}
/// Assigns a ^ b to a.
inline gpu_bigint& operator^=(gpu_bigint& a, const gpu_bigint& b) {
  return a = a ^ b;
}
/// Assigns a & b to a, for a built-in integer.
template <builtin_integer T>
gpu_bigint& operator&=(gpu_bigint& a, T b) {
  return a = a & b;
}
/// Assigns a | b to a, for a built-in integer.
template <builtin_integer T>
gpu_bigint& operator|=(gpu_bigint& a, T b) {
  return a = a | b;
}
/// Assigns a ^ b to a, for a built-in integer.
template <builtin_integer T>
gpu_bigint& operator^=(gpu_bigint& a, T b) {
  return a = a ^ b;
}

/// \}

/// Bit `index` of a, where bit 0 is the lowest. O(1); O(n) for a negative number. Waits.
[[nodiscard]] GBI_API bool test_bit(const gpu_bigint& a, std::size_t index);
/// a with bit `index` set to 1. Bits above all limbs of a equal the sign bit. Setting or clearing such a bit
/// waits for the sign if it is not known, and takes no memory if nothing changes. O(n).
/// \throws out_of_memory if the result does not fit in memory.
[[nodiscard]] GBI_API gpu_bigint set_bit(const gpu_bigint& a, std::size_t index);
/// a with bit `index` set to 0. Costs, waits and throws like set_bit().
[[nodiscard]] GBI_API gpu_bigint clear_bit(const gpu_bigint& a, std::size_t index);
/// a with bit `index` flipped. Costs and throws like set_bit(). Does not wait.
[[nodiscard]] GBI_API gpu_bigint flip_bit(const gpu_bigint& a, std::size_t index);

/// The number of set bits; `unbounded` if a is negative. O(n). Waits.
[[nodiscard]] GBI_API std::size_t popcount(const gpu_bigint& a);
/// The number of bits in which a and b differ; `unbounded` if exactly one of them is negative. O(n). Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API std::size_t hamming_distance(const gpu_bigint& a, const gpu_bigint& b);

/// Index of the first 0 at or above bit `start`; `unbounded` if there is none. O(n). Waits.
[[nodiscard]] GBI_API std::size_t scan0(const gpu_bigint& a, std::size_t start);
/// Index of the first 1 at or above bit `start`; `unbounded` if there is none. O(n). Waits.
[[nodiscard]] GBI_API std::size_t scan1(const gpu_bigint& a, std::size_t start);
/// The largest k such that 2^k divides a; `unbounded` for zero. O(n), or O(1) if k is small. Waits.
[[nodiscard]] GBI_API std::size_t trailing_zeros(const gpu_bigint& a);

/// a mod 2^count, from 0 to 2^count - 1. O(count). Does not wait.
/// \throws out_of_memory if a is negative and the result does not fit in memory.
[[nodiscard]] GBI_API gpu_bigint low_bits(const gpu_bigint& a, std::size_t count);
/// The lowest `width` bits of a, rotated as one word by `count` bits to the left, that is, towards higher
/// bits. The result is from 0 to 2^width - 1. O(width). Does not wait.
[[nodiscard]] GBI_API gpu_bigint rotate_left(const gpu_bigint& a, std::size_t count, std::size_t width);
/// The lowest `width` bits of a, rotated as one word by `count` bits to the right. O(width). Does not wait.
[[nodiscard]] GBI_API gpu_bigint rotate_right(const gpu_bigint& a, std::size_t count, std::size_t width);

}  // namespace gbi
