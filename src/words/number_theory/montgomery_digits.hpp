/// \file
/// Montgomery's product in digits of 52 bits, in vectors of eight: vpmadd52 adds the low or the high halves
/// of eight products of digits at once.
///
/// A number in Montgomery form is stored in `digit_width` limbs, one digit each, with zeros after the last
/// digit. It is only almost reduced: results are below 2 n, and operands may be below 4 n, because 16 n <= R
/// = 2^(52 digits). Then (a b + y n) / R with y < R is below 16 n^2 / R + n <= 2 n, so no comparison is
/// needed. Source: S. Gueron, V. Krasnov, "Software implementation of modular exponentiation, using advanced
/// vector instructions architectures", WAIFI 2012.
#pragma once

#include <bit>
#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

inline constexpr int digit_bits = 52;
inline constexpr limb digit_mask = (limb{1} << digit_bits) - 1;
/// The longest modulus that is kept in digits, in limbs.
inline constexpr std::size_t longest_in_digits = 128;

/// Whether this processor has the instructions.
bool has_digits() noexcept;

/// Digits of a number modulo an n of the given bits.
constexpr std::size_t digits_of(std::size_t bits) noexcept {
  return (bits + 4 + digit_bits - 1) / digit_bits;
}
/// Limbs of a number in digits: whole vectors.
constexpr std::size_t digit_width(std::size_t digits) noexcept {
  return (digits + 7) / 8 * 8;
}

/// Converts a number of n limbs to digits, with zeros after them up to `width`; it must fit.
void to_digits(limb* out, std::size_t width, const limb* a, std::size_t n) noexcept;
/// Converts a number in digits to n limbs; it must fit.
void from_digits(limb* out, std::size_t n, const limb* a, std::size_t digits) noexcept;

/// out = a b / R 2^twos, twos <= 1, below 2 n 2^twos; a and b are below 4 n. `inverse` is -1 / n modulo 2^52.
/// There are digits^2 products. Eight of them take about 2.5 instructions, on two ports, and each digit takes
/// at least ten cycles. `out` may be an operand.
/// Proof: proofs/Montgomery.v, theorem multiply_digits_is_product.
void multiply_digits(limb* out, const limb* a, const limb* b, const limb* n, limb inverse, std::size_t digits,
                     int twos) noexcept;

}  // namespace gbi::words
