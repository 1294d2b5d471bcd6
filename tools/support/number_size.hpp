/// \file
/// The length of a number, in readable form.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <string>

namespace support {

/// The number of decimal digits of the magnitude, without making the text of a long number.
std::uint64_t decimal_digits(const gbi::gpu_bigint& value);

/// "10,000,000 decimal digits (33,219,280 bits)"
std::string shown_size(const gbi::gpu_bigint& value);

}  // namespace support
