#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>

namespace gbi::test {

std::uint64_t random_source::bits() {
  return engine_();
}

std::uint64_t random_source::below(std::uint64_t bound) {
  return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(engine_);
}

std::uint64_t random_source::log_uniform(std::uint64_t first, std::uint64_t last) {
  std::uniform_real_distribution<double> exponent(std::log2(static_cast<double>(first)),
                                                  std::log2(static_cast<double>(last) + 1));
  const auto value = static_cast<std::uint64_t>(std::exp2(exponent(engine_)));
  return std::clamp(value, first, last);
}

}  // namespace gbi::test
