/// \file
/// fmt::format and fmt::print for numbers: fmt::format("{:#x}", a). The library does not link against fmt; a
/// program that includes this header must.
///
/// Specifications are those of std::format for integers: [[fill]align][sign][#][0][width][type] with the
/// types b, B, d, o, x and X. The width may be an argument, as in "{:>{}}". In a constant format string, any
/// other specification is a compile-time error. With fmt::runtime it throws fmt::format_error.
#pragma once

#include <fmt/format.h>

#include "gpu_bigint/format.hpp"

/// \cond specializations
template <>
struct fmt::formatter<gbi::gpu_bigint, char> : gbi::detail::number_formatter<fmt::format_error> {};
/// \endcond
