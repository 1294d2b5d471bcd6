/// \file
/// The two integers to multiply: from files or at random.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <string>

#include "examples/multiply/gmp_check.hpp"
#include "examples/multiply/options.hpp"

namespace example {

struct operand {
  gbi::gpu_bigint value;
  std::string origin;  ///< for the report
  std::string text;    ///< as it stood in the file
  host_limbs limbs;    ///< as they were drawn at random

  /// For GMP, not by way of our own number.
  gmp_integer for_gmp(int base) const {
    return text.empty() ? gmp_integer(limbs.magnitude, limbs.negative) : gmp_integer(text, base);
  }
};

struct operand_times {
  double read = 0;     ///< from the disk, or drawing random limbs
  double convert = 0;  ///< from text to a number on the device, or upload
};

/// \throws file_error
void load(operand& a, operand& b, const options& chosen, const gbi::context& context, operand_times& times);

/// "10,000,000 decimal digits (33,219,280 bits)"
std::string shown_size(const gbi::gpu_bigint& value);

}  // namespace example
