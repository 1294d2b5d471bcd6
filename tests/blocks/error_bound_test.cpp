/// \file
/// The proof of docs/rounding.md, executed: products of extreme digits by the kernels of the product, whose
/// last pass measures the largest error of a coefficient. No error exceeds the bound K u |x| |y|, for columns
/// and rows of every length and for one or two column passes. Lengths are as short as the pass allows.
#include <cstdio>

#include "tests/support/digit_patterns.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/measured_product.hpp"

namespace gbi::test {

namespace {

using plan::fft_shape;

fft_shape shape_of(int first, int second, int row) {
  return {static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second) *
              static_cast<std::uint64_t>(row),
          second > 1 ? 2 : 1,
          {first, second},
          row};
}

class ErrorBound : public on_executor {
 protected:
  /// The widest digits that are proven for full operands: the products are right, too.
  static plan::fft_plan widest_plan(const fft_shape& shape) {
    int bits = plan::widest_digit;
    while (!plan::is_exact(shape, bits, shape.points, shape.points)) --bits;
    return {shape, bits};
  }

  void check(const fft_shape& shape) {
    const plan::fft_plan plan = widest_plan(shape);
    const auto count =
        static_cast<std::size_t>((shape.points - 1) * static_cast<std::uint64_t>(plan.digit_bits) / 64);
    const std::size_t digits = count * 64 / static_cast<std::size_t>(plan.digit_bits);
    double worst = 0;
    digit_pattern of_worst[2];
    const int rounds = is_shuffled() || test_scale() < 1 ? 4 : 14;  // sanitizers do not see errors
    for (int round = 0; round < rounds; ++round) {
      digit_pattern patterns[2] = {random_pattern(random, digits), random_pattern(random, digits)};
      if (round < static_cast<int>(digit_families.size()))
        patterns[0].family = digit_families.at(static_cast<std::size_t>(round));
      if (round % 3 == 0) patterns[1] = patterns[0];
      const limbs a = limbs_of(patterns[0], count, plan.digit_bits),
                  b = limbs_of(patterns[1], count, plan.digit_bits);
      const measured_product found = measure_product(*detail::engine_of(here()), a, b, plan);
      const double bound = error_bound(a, b, plan);
      ASSERT_LT(bound, 0.5);
      ASSERT_LE(found.error, bound) << patterns[0].to_string() << " times " << patterns[1].to_string();
      ASSERT_TRUE(matches(integer(found.value), integer(a) * integer(b)))
          << patterns[0].to_string() << " times " << patterns[1].to_string();
      if (bound > 0 && found.error / bound > worst) {
        worst = found.error / bound;
        std::copy(patterns, patterns + 2, of_worst);
      }
    }
    std::printf(
        "[ measured ] %s, %d x %d x %d points, digits of %d bits: 1/%.1f of K = %.1f, by %s times %s\n",
        GetParam().c_str(), shape.column[0], shape.column[1], shape.row, plan.digit_bits, 1 / worst,
        plan::error_constant(shape), name_of(of_worst[0].family), name_of(of_worst[1].family));
    EXPECT_GT(worst, 1e-3) << "an error this small was not measured";
  }
};

TEST_P(ErrorBound, HoldsForColumnsOfEveryLength) {
  for (const int column : {64, 128, 256, 512, 1024, 144, 160, 192, 224, 240}) {
    if (is_shuffled() && column != 64 && column != 144) continue;
    check(shape_of(column, 1, 64));
    if (HasFatalFailure()) return;
  }
}

TEST_P(ErrorBound, HoldsForRowsOfEveryLength) {
  for (int row = 128; row <= 4096; row *= 2) {
    if (is_shuffled() && row != 512) continue;
    check(shape_of(64, 1, row));
    if (HasFatalFailure()) return;
  }
}

TEST_P(ErrorBound, HoldsForTwoColumnPasses) {
  check(shape_of(64, 64, 64));
  if (!is_shuffled()) check(shape_of(144, 64, 64));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ErrorBound);

}  // namespace

}  // namespace gbi::test
