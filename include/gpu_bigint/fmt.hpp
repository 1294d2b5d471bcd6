/// \file
/// fmt::format and fmt::print of numbers. The library does not link fmt. A program that includes this header
/// must.
#pragma once

#include <fmt/format.h>

#include "gpu_bigint/format.hpp"

/// Takes the format specifications of std::format for integers: [[fill]align][sign][#][0][width][type] with
/// the types b, B, d, o, x and X, as in fmt::format("{:#x}", a). The width may be an argument.
/// \throws fmt::format_error for any other specification that is not refused by the compiler.
template <>
struct fmt::formatter<gbi::gpu_bigint, char> : gbi::detail::number_formatter<fmt::format_error> {};
