/// \file
/// Text as int() reads it, and digits in a base.
#pragma once

#include <cstdint>

#include "convert.hpp"

namespace gbi::python {

/// The number that the text of a str, bytes or bytearray represents, as int(text, base) reads it: white
/// space around it, a sign, a prefix, and single underscores between digits are allowed. Bases are 0 and 2
/// to 62.
/// \throws nb::python_error (ValueError)
gpu_bigint parse(nb::handle text, int base);

/// What set_max_bits() allows.
read_limits input_limits() noexcept;

/// Whether parse() takes the object.
bool is_text(nb::handle object) noexcept;

/// The digits in a base from 2 to 62.
nb::object digits(const gpu_bigint& value, int base);

/// How many digits |a| has in a base; 1 for zero. O(1) unless |a| is close to a power of the base.
std::uint64_t count_digits(const gpu_bigint& a, int base);

/// round(a, -places): the multiple of 10^places nearest to a, in ties the even one.
gpu_bigint round_to(const gpu_bigint& a, std::uint64_t places);

}  // namespace gbi::python
