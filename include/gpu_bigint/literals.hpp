/// \file
/// Numbers in source code: 123456789012345678901234567890_gbi, 0xffff'ffff'ffff'ffff'ffff_gbi, "-0xff"_gbi.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::literals {

/// The number that the text denotes, parsed with base 0.
/// \throws std::invalid_argument if the text is not a number.
[[nodiscard]] inline gpu_bigint operator""_gbi(const char* text, std::size_t length) {
  return gpu_bigint(std::string_view(text, length));
}

/// An integer literal of any length: decimal, 0x or 0b. A leading zero is ignored.
/// \throws std::invalid_argument for a literal with a point or an exponent.
[[nodiscard]] inline gpu_bigint operator""_gbi(const char* literal) {
  std::string digits(literal);
  std::erase(digits, '\'');
  return gpu_bigint(digits);
}

}  // namespace gbi::literals
