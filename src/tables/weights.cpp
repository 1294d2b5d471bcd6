#include "src/tables/weights.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace gbi::tables {

static_assert(std::numeric_limits<long double>::digits >= 64, "weights have more bits than double");

// Both tables are computed in extended precision and rounded once. rounding.md: weights
root_weights weights_of(std::uint64_t digits, std::uint32_t fine_bits) {
  const auto all = static_cast<long double>(digits);
  root_weights made;
  for (std::uint64_t r = 0; r <= digits; r += std::uint64_t{1} << fine_bits)
    made.coarse.push_back(static_cast<double>(std::exp2(static_cast<long double>(r) / all)));
  for (std::uint64_t r = 0; r >> fine_bits == 0; ++r)
    made.fine.push_back(static_cast<double>(
        std::expm1(static_cast<long double>(r) / all * std::numbers::ln2_v<long double>)));
  return made;
}

}  // namespace gbi::tables
