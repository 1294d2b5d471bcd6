/// \file
/// Validation files of digits of pi.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/gbi/constants.hpp"

namespace program {

/// What gbi pi notes about its digits and how it computed them. As text: a line for each member, its name and
/// its values, and last a line with the SHA-256 of the lines before.
struct pi_validation {
  precision size;           ///< digits after the point, and their base
  std::string sha256;       ///< of the text: 3, the point and the digits
  std::string first, last;  ///< digits of that text
  std::uint64_t terms;      ///< of the series
  std::array<series_residues, 2> series;
  std::uint64_t place;        ///< hexadecimal digits of pi before those that are noted
  std::uint64_t hexadecimal;  ///< sixteen digits, by the formula of Bailey, Borwein and Plouffe

  /// \throws usage_error if so few digits have no validation
  static void require_enough(const precision& size);
  /// Everything about these digits. \param sum what pi_digits() found
  static pi_validation of(const std::string& text, precision size, const series_sum& sum);

  std::string text() const;
  /// \throws support::file_error if text() cannot have made this; the message does not name a file
  static pi_validation parsed(const std::string& text);

  /// Computes again, without the digits: the sums of the series modulo both primes, and the hexadecimal
  /// digits. Returns what is wrong, or nothing.
  std::string problem() const;
  /// Compares with the text of digits. Converts the digits up to the place to hexadecimal ones, which depend
  /// on all of them. Returns what is wrong, or nothing.
  std::string problem_with(const std::string& digits, const calculator& compute) const;
};

}  // namespace program
