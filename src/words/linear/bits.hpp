/// \file
/// The bits of short integers. As in gpu_bigint/bits.hpp, negative integers behave as in two's complement
/// with infinitely many leading ones. An integer is a magnitude and a sign. A zero operand may carry either
/// sign; a zero result carries none. Every operation is one pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/bit_function.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Stands for "infinitely many" and "nowhere".
inline constexpr std::size_t unbounded = ~std::size_t{0};

using kernels::bit_function;

/// An operand.
struct signed_limbs {
  const limb* limbs;
  std::size_t size;  ///< may count leading zeros
  bool negative;
};
/// A result in the caller's memory.
struct signed_size {
  std::size_t size;  ///< without leading zeros
  bool negative;
};

/// out = f(a, b). `out` needs one limb more than the longer operand and may be an operand.
signed_size combine_bits(bit_function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept;
/// out = -a - 1. `out` needs a.size + 1 limbs and may be a.
signed_size complement(limb* out, const signed_limbs& a) noexcept;
/// out = a mod 2^count, in (count + 63) / 64 limbs. \returns the number of significant limbs. `out` may be a.
std::size_t low_bits(limb* out, const signed_limbs& a, std::size_t count) noexcept;
/// out = f(a, 2^index): `either` sets the bit, `first_only` clears it, `one_of` flips it. `out` needs
/// max(a.size, index / 64 + 1) + 1 limbs and may be a.
signed_size change_bit(bit_function f, limb* out, const signed_limbs& a, std::size_t index) noexcept;

/// O(1) unless a is negative.
bool test_bit(const signed_limbs& a, std::size_t index) noexcept;
/// The index of the first 0, or 1, at or above bit `start`; `unbounded` if there is none.
std::size_t scan0(const signed_limbs& a, std::size_t start) noexcept;
std::size_t scan1(const signed_limbs& a, std::size_t start) noexcept;
/// The number of set bits; `unbounded` if a is negative.
std::size_t popcount(const signed_limbs& a) noexcept;
/// The number of bits in which a and b differ; `unbounded` if exactly one of them is negative.
std::size_t hamming_distance(const signed_limbs& a, const signed_limbs& b) noexcept;

}  // namespace gbi::words
