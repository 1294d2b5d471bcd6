/// \file
/// Digits and their characters. Up to base 36, letters of both cases mean the same, and texts are written in
/// lower case. In larger bases upper-case letters come before lower-case ones, as in GMP.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

inline constexpr std::uint32_t largest_base = 62;
inline constexpr std::uint32_t largest_base_of_one_case = 36;

/// The value of a digit's character; 255 for any other character.
GBI_BOTH constexpr std::uint8_t digit_value(char c, std::uint32_t base) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A' + 10);
  if (c >= 'a' && c <= 'z')
    return static_cast<std::uint8_t>(c - 'a' + (base <= largest_base_of_one_case ? 10 : 36));
  return 255;
}

GBI_BOTH constexpr char digit_character(std::uint32_t value, std::uint32_t base) {
  if (value < 10) return static_cast<char>('0' + value);
  if (base <= largest_base_of_one_case) return static_cast<char>('a' + (value - 10));
  return static_cast<char>(value < 36 ? 'A' + (value - 10) : 'a' + (value - 36));
}

}  // namespace gbi::kernels
