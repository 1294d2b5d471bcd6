/// \file
/// The time of NVIDIA's cuFFT for a product, in builds with its headers.
#pragma once

#include "tools/gbi/yardsticks.hpp"

namespace program {

#if defined(GBI_WITH_CUFFT)
/// Whether the library is installed.
bool has_cufft();
/// Products only: two forward transforms, a pointwise product, and one backward transform. Returns
/// std::nullopt if there is not enough memory.
std::optional<double> seconds_of_cufft(const gbi::context& context, measured_operation what,
                                       const bench_operands& operands, int repeat);
#else
constexpr bool has_cufft() {
  return false;
}
inline std::optional<double> seconds_of_cufft(const gbi::context& /*context*/, measured_operation /*what*/,
                                              const bench_operands& /*operands*/, int /*repeat*/) {
  return std::nullopt;
}
#endif

}  // namespace program
