/// \file
/// The weights of Mersenne squares against MPFR.
#include "src/cache/weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "kernels/mersenne/irrational_base.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/cache/exact_root.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

namespace rounding = plan::rounding;

/// 2^(r/N) - origin - value
double difference(std::uint64_t r, std::uint64_t digits, double value, double origin) {
  exact power;
  mpfr_set_ui(power.get(), r, MPFR_RNDN);
  mpfr_div_ui(power.get(), power.get(), digits, MPFR_RNDN);
  mpfr_exp2(power.get(), power.get(), MPFR_RNDN);
  mpfr_sub_d(power.get(), power.get(), origin, MPFR_RNDN);
  return power.minus(value);
}

/// 2^(e/N) - value, in units of the value's last place.
double error_of(double value, std::uint64_t e, std::uint64_t digits) {
  return std::abs(difference(e, digits, value, 0)) / value / unit<double>;
}

// A digit's weight is the product of those of its row and its column.
TEST(Weights, AreAsNearAsTheDocumentSays) {
  random_source random(test_seed());
  double largest = 0, entry = 0;
  for (const std::uint64_t digits : {32ul, 64ul, 480ul, 4096ul, 14336ul, 1ul << 20, 15ul << 20, 1ul << 29}) {
    const kernels::irrational_base base{
        .exponent = 0, .digits = static_cast<std::uint32_t>(digits), .digit_bits = 0, .step = 0};
    for (int round = 0; round < 1000; ++round) {
      const auto r = static_cast<std::uint32_t>(random.below(digits));
      const auto s = static_cast<std::uint32_t>(random.below(digits));
      const double row = cache::weight_of(r, digits).factor, column = cache::weight_of(s, digits).factor;
      const double row_inverse = cache::twice_inverse_weight_of(r, digits).factor;
      const double column_inverse = cache::twice_inverse_weight_of(s, digits).factor;
      entry = std::max({entry, error_of(row, r, digits), error_of(row_inverse, digits - r, digits)});
      const kernels::phase_sum sum(base, r, s);
      ASSERT_EQ(sum.phase, (std::uint64_t{r} + s) % digits);
      const double weight = row * (sum.wraps ? column * 0.5 : column);
      const double twice_inverse = row_inverse * (sum.wraps ? column_inverse * 2 : column_inverse) * 0.5;
      const double error =
          std::max(error_of(weight, sum.phase, digits), error_of(twice_inverse, digits - sum.phase, digits));
      largest = std::max(largest, error);
      ASSERT_LE(error, rounding::weight) << r << " + " << s << " of " << digits;
    }
  }
  std::printf("[ measured ] weights: largest relative error %.5f u of %.5f u, of entries %.5f u\n", largest,
              rounding::weight, entry);
}

}  // namespace

}  // namespace gbi::test
