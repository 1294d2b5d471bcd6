/// \file
/// Residues of numbers and of texts in host memory modulo a random prime, by the calling thread. They check
/// results: the residue of a wrong result differs from that of the right one, unless the prime divides the
/// error.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/word/modular.hpp"

namespace gbi::words {

/// The limbs that one step of residue() takes. With the two limbs that a step carries over, the sum of eight
/// products fits in 128 bits.
inline constexpr std::size_t residue_row = 7;

/// A prime of 61 bits, and powers of a radix modulo it.
struct residue_modulus {
  kernels::small_modulus prime;
  std::array<limb, residue_row + 1> power;  ///< radix^i
  limb carried;                             ///< 2^64 radix^residue_row

  /// The radix is 2^64.
  static residue_modulus of(limb prime) noexcept;
  /// The same prime with another radix below 2^64.
  residue_modulus with_radix(limb radix) const noexcept;
};

/// a of n limbs modulo the prime. Takes 8/7 limb products and additions per limb.
limb residue(const limb* a, std::size_t n, const residue_modulus& by) noexcept;

/// The number with `count` digits of a base, 2 to 62, modulo the prime. The most significant digit comes
/// first, and every character is a digit of the base. Long decimal texts go through decimal_residue.hpp.
limb residue_of_text(const char* text, std::size_t count, int base, const residue_modulus& by) noexcept;

/// base^exponent modulo a prime below 2^32, for an exponent of n limbs that is not 0. Takes the exponent
/// modulo the prime minus 1, so the time hardly depends on it.
limb power_modulo_prime(limb base, const limb* exponent, std::size_t n, limb prime) noexcept;

}  // namespace gbi::words
