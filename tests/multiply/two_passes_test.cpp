/// \file
/// Products in two passes over memory, whose shortest transform has 2^21 points.
#include <algorithm>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/prepared.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "src/plan/fft_plan.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class TwoPasses : public on_executor {
 protected:
  /// The longest operands of equal length for this shape.
  static std::size_t longest(const plan::fft_shape& shape, int digit_bits) {
    return (shape.points - 1) * static_cast<unsigned>(digit_bits) / limb_bits;
  }
  void expect_product(const limbs& a, const limbs& b, std::uint64_t points, std::uint64_t most_repairs = 0) {
    const context here =
        tuned_context(GetParam(), [](plan::tuning& tuned) { tuned.product.two_pass_limbs = 1; });
    const scoped_context use(here);
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    const integer p(a), q(b);
    const product_plan plan = plan_product(x, y);
    EXPECT_EQ(plan.points, points) << plan.to_string();
    EXPECT_EQ(plan.passes, 2) << plan.to_string();
    EXPECT_TRUE(matches(x * y, p * q)) << a.size() << " and " << b.size() << " limbs";
    EXPECT_TRUE(matches(x * x, p * p)) << a.size() << " limbs";
    EXPECT_TRUE(matches(prepared(y) * x, p * q)) << a.size() << " and " << b.size() << " limbs, prepared";
    EXPECT_LE(here.repairs(), most_repairs);
  }
};

TEST_P(TwoPasses, ProductsThatFillTheTransform) {
  for (const plan::fft_shape& shape : plan::two_pass_shapes()) {
    if (GetParam() != "cuda" && (shape.column[0] > 2048 || shape.row > 2048)) continue;
    const std::size_t count = longest(shape, kernels::widest_tile_digit);
    expect_product(random_limbs(random, count), random_limbs(random, count - random.below(1000)),
                   shape.points);
  }
}
// Squares of such digits have distances of up to 0.44 from integers, so some are repaired.
TEST_P(TwoPasses, DigitsOfTheLargestVariance) {
  if (GetParam() != "cuda") GTEST_SKIP() << "takes long";
  for (const plan::fft_shape& shape : plan::two_pass_shapes()) {
    const std::size_t count = longest(shape, kernels::widest_tile_digit);
    limbs a(count, 0), b(count, ~limb{0});
    for (std::size_t bit = kernels::widest_tile_digit - 1; bit < count * limb_bits;
         bit += kernels::widest_tile_digit)
      a[bit / limb_bits] |= limb{1} << bit % limb_bits;
    expect_product(a, b, shape.points, 1);
  }
}

TEST_P(TwoPasses, QuotientsByADividerThatKeepsItsTransforms) {
  const context here = tuned_context(GetParam(), [](plan::tuning& tuned) {
    tuned.product.two_pass_limbs = 1;
    tuned.product.kept_limbs = 1;
  });
  const scoped_context use(here);
  const std::size_t count = longest(plan::two_pass_shapes().front(), kernels::widest_tile_digit) - 10;
  const plan::planner planner = detail::engine_of(here)->planner();
  ASSERT_TRUE(has_tall_column(planner.fastest_transform(plan::product_shape::whole(count, count)).shape));
  const limbs a = random_limbs(random, 2 * count), b = random_limbs(random, count);
  const divider by(gpu_bigint::from_limbs(b));
  const auto [quotient, remainder] = by.div_rem(gpu_bigint::from_limbs(a));
  EXPECT_TRUE(matches(quotient, integer(a) / integer(b)));
  EXPECT_TRUE(matches(remainder, integer(a) % integer(b)));
}

INSTANTIATE_TEST_SUITE_P(, TwoPasses, testing::ValuesIn([] {
                           std::vector<std::string> names = device_names();
                           std::erase(names, "shuffled");
                           return names;
                         }()),
                         [](const testing::TestParamInfo<std::string>& information) {
                           return information.param;
                         });

}  // namespace

}  // namespace gbi::test
