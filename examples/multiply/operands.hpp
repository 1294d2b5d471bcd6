/// \file
/// The two integers to multiply: read from files or drawn at random.
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
  std::string text;    ///< as read from the file
  host_limbs limbs;    ///< as drawn at random

  /// The operand as GMP's integer, made from the input and not from the library's number.
  gmp_integer for_gmp(int base) const {
    return text.empty() ? gmp_integer(limbs.magnitude, limbs.negative) : gmp_integer(text, base);
  }
};

struct operand_times {
  double read = 0;     ///< reading the file, or drawing random limbs
  double convert = 0;  ///< converting text to a number on the device, or uploading limbs
};

/// \throws support::file_error
void load(operand& a, operand& b, const options& chosen, const gbi::context& context, operand_times& times);

}  // namespace example
