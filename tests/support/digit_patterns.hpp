/// \file
/// Sequences of extreme digits, described by a few numbers, so that a search can change them and a corpus can
/// store them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "tests/support/inputs.hpp"

namespace gbi::test {

/// The limbs of |sum_j digit(j) 2^(j b)|; every digit lies in [-2^(b-1), 2^(b-1)].
limbs from_digits(std::size_t count, int digit_bits, const std::function<std::int64_t(std::size_t)>& digit);

enum class digit_family {
  constant,
  alternating,
  square_wave,   ///< `frequency` periods
  resonant,      ///< the sign of a cosine of `frequency` periods
  two_tones,     ///< the sign of a sum of two cosines; the seed chooses the second
  chirp,         ///< the sign of a cosine whose frequency grows to `frequency`
  smooth_chirp,  ///< that cosine itself
  random_signs,
  palindrome,  ///< of random signs
  one_huge,    ///< one digit, at a position that the seed chooses
  comb         ///< `frequency` equidistant digits
};
inline constexpr std::array<digit_family, 11> digit_families{
    digit_family::constant,     digit_family::alternating,  digit_family::square_wave,
    digit_family::resonant,     digit_family::two_tones,    digit_family::chirp,
    digit_family::smooth_chirp, digit_family::random_signs, digit_family::palindrome,
    digit_family::one_huge,     digit_family::comb};
const char* name_of(digit_family family);

struct digit_pattern {
  digit_family family = digit_family::constant;
  double frequency = 1, phase = 0;
  std::uint64_t seed = 0;

  /// Digit j of `digits`, between -1 and 1.
  double operator()(std::size_t j, std::size_t digits) const;
  /// The pattern as C++ source, for a corpus.
  std::string to_string() const;
};

/// A pattern of a random family, with random parameters.
digit_pattern random_pattern(random_source& random, std::size_t digits);
/// A pattern close to the given one.
digit_pattern changed(random_source& random, digit_pattern pattern, std::size_t digits);

/// The number of `count` limbs whose digits of this many bits follow the pattern, up to its sign.
limbs limbs_of(const digit_pattern& pattern, std::size_t count, int digit_bits);

}  // namespace gbi::test
