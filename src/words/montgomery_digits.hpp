/// \file
/// Montgomery's product in digits of 52 bits, by vectors of eight: the processor's vpmadd52 adds the low or
/// high half of eight products of digits at once.
///
/// A residue of a modulus n is kept in `digit_width` limbs, a digit in each, zeros behind the last. It is
/// only almost reduced: below 2 n, and below 4 n is good enough for an operand, because 16 n <= R = 2^(52
/// digits). Then (a b + y n) / R with y < R is below 16 n^2 / R + n <= 2 n, and nothing is compared. Source:
/// S. Gueron, V. Krasnov, "Software implementation of modular exponentiation, using advanced vector
/// instructions architectures", WAIFI 2012.
#pragma once

#include <bit>
#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

inline constexpr int digit_bits = 52;
inline constexpr limb digit_mask = (limb{1} << digit_bits) - 1;
/// The longest modulus in digits, in limbs.
inline constexpr std::size_t longest_in_digits = 128;

/// Whether this processor has the instructions.
bool has_digits() noexcept;

/// Digits of a residue modulo an n of so many bits.
constexpr std::size_t digits_of(std::size_t bits) noexcept {
  return (bits + 4 + digit_bits - 1) / digit_bits;
}
/// Limbs of a residue: whole vectors.
constexpr std::size_t digit_width(std::size_t digits) noexcept {
  return (digits + 7) / 8 * 8;
}

/// Digits of a number of n limbs, zeros behind them up to `width`; it fits.
void to_digits(limb* out, std::size_t width, const limb* a, std::size_t n) noexcept;
/// n limbs of a number in digits, which fits.
void from_digits(limb* out, std::size_t n, const limb* a, std::size_t digits) noexcept;

/// out = a b / R 2^twos, twos <= 1, below 2 n 2^twos; a and b below 4 n. `inverse` is -1 / n modulo 2^52.
/// About 2.5 instructions for each eight of digits^2 products on two ports, and at least ten cycles for each
/// digit. `out` may be an operand.
void multiply_digits(limb* out, const limb* a, const limb* b, const limb* n, limb inverse, std::size_t digits,
                     int twos) noexcept;

}  // namespace gbi::words
