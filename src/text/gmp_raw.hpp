/// \file
/// The length field of GMP's raw format.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "src/process/concat.hpp"

namespace gbi::text {

/// The number of bytes of the magnitude, with the sign of the number, most significant byte first.
using raw_length = std::array<std::uint8_t, 4>;

/// Encodes a length. \throws std::length_error if the field cannot hold it
inline raw_length encode_raw_length(std::uint64_t bytes, bool negative) {
  if (bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error(
        concat("number of ", bytes, " bytes in GMP's raw format: at most 2147483647 are possible"));
  const auto field = static_cast<std::uint32_t>(negative ? -bytes : bytes);
  return {static_cast<std::uint8_t>(field >> 24), static_cast<std::uint8_t>(field >> 16),
          static_cast<std::uint8_t>(field >> 8), static_cast<std::uint8_t>(field)};
}

inline std::int32_t decode_raw_length(const raw_length& field) {
  std::uint32_t bits = 0;
  for (const std::uint8_t byte : field) bits = bits << 8 | byte;
  return static_cast<std::int32_t>(bits);
}

}  // namespace gbi::text
