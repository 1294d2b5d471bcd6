/// \file
/// Digits and their characters.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Value of a digit's character, 255 for any other character.
GBI_BOTH constexpr std::uint8_t digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A' + 10);
  return 255;
}

GBI_BOTH constexpr char digit_character(std::uint32_t value) {
  return static_cast<char>(value < 10 ? '0' + value : 'a' + (value - 10));
}

}  // namespace gbi::kernels
