#include "src/cache/weights.hpp"

#include <cmath>
#include <limits>

namespace gbi::cache {

static_assert(std::numeric_limits<long double>::digits >= 64, "weights have more bits than double");

namespace {

/// 2^(e/N)
double root_of_two(std::uint64_t e, std::uint64_t digits) {
  return static_cast<double>(std::exp2(static_cast<long double>(e) / static_cast<long double>(digits)));
}

}  // namespace

// rounding.md: weights
kernels::digit_weight weight_of(std::uint32_t r, std::uint64_t digits) {
  return {.factor = root_of_two(r, digits), .phase = r};
}
kernels::digit_weight twice_inverse_weight_of(std::uint32_t r, std::uint64_t digits) {
  return {.factor = root_of_two(digits - r, digits), .phase = r};
}

}  // namespace gbi::cache
