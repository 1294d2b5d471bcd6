/// \file
/// Functions of two bits.
#pragma once

#include <cstdint>

namespace gbi::kernels {

/// A function of two bits: bit 2 a + b is its value for a and b.
enum class bit_function : std::uint32_t {
  both = 0b1000,
  either = 0b1110,
  one_of = 0b0110,
  first_only = 0b0100,
  first = 0b1100,
  not_first = 0b0011,
};

}  // namespace gbi::kernels
