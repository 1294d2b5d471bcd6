/// \file
/// Transforms for products that wrap around: long enough, exact, and shorter than those for whole products.
#include "src/plan/residual_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

TEST(Wrapped, PlansHoldOperandsAndModulus) {
  random_source random(test_seed());
  for (int round = 0; round < 300; ++round) {
    const std::size_t a = random.log_uniform(1, std::uint64_t{1} << 26);
    const std::size_t b = random.log_uniform(1, std::uint64_t{1} << 26);
    const std::size_t least = random.log_uniform(1, std::uint64_t{1} << 26);
    for (const bool verified : {false, true}) {
      const auto plan = plan::find_wrapped(plan::product_shape::whole(a, b), least, verified);
      ASSERT_TRUE(plan) << a << " by " << b << " limbs modulo " << least;
      const int bits = plan->digit_bits;
      const std::uint64_t digits_a = plan::digits_of(a, bits), digits_b = plan::digits_of(b, bits);
      EXPECT_EQ(2 * plan->shape.points * static_cast<std::uint64_t>(bits), 64 * plan::modulus_limbs(*plan));
      EXPECT_GE(plan::modulus_limbs(*plan), least);
      EXPECT_LE(std::max(digits_a, digits_b), 2 * plan->shape.points);
      EXPECT_GT(plan->shape.column_passes, 0);
      if (plan->verified) {
        EXPECT_TRUE(verified);
        EXPECT_TRUE(plan::is_trusted(plan->shape.points, bits, digits_a, digits_b, false));
      } else {
        EXPECT_TRUE(plan::is_exact(plan->shape, bits, digits_a, digits_b));
      }
    }
  }
}

TEST(Wrapped, AreHalfAsLongAsWholeProducts) {
  for (std::size_t n = std::size_t{1} << 16; n < std::size_t{1} << 27; n += n / 3) {
    const auto wrapped = plan::find_wrapped(plan::product_shape::whole(n, n), n + 2, true);
    ASSERT_TRUE(wrapped);
    EXPECT_LE(
        static_cast<double>(wrapped->shape.points),
        0.6 * static_cast<double>(plan::choose_verified_fft(plan::product_shape::whole(n, n)).shape.points))
        << n << " limbs";
  }
}

TEST(Wrapped, NothingIsLongEnough) {
  EXPECT_FALSE(plan::find_wrapped(plan::product_shape::whole(1, 1), std::size_t{1} << 40, false));
  EXPECT_FALSE(plan::find_wrapped(plan::product_shape::whole(std::size_t{1} << 40, 1), 1, true));
}

TEST(PlanResidual, IsForLongNumbersOfWhichHalfIsKnown) {
  for (const char* architecture : {"host", "sm_90"}) {
    const plan::tuning tuned = tuning_for(architecture);
    const std::size_t least = tuned.product.wrapped_limbs;
    const auto found = [&](std::size_t a, std::size_t b, std::size_t out, std::size_t batch = 1) {
      return plan::planner(tuned, verification::residue).residual({a, b, out, batch});
    };
    EXPECT_TRUE(found(least, least, least));
    EXPECT_FALSE(found(least, least, least - 1));
    EXPECT_FALSE(found(least, least, least, 2)) << "problems one after the other have launches of their own";
    EXPECT_TRUE(found(16 * least, 16 * least, 16 * least, 2));
    EXPECT_FALSE(found(2 * least, 2 * least, 7 * least / 2)) << "nearly the whole product is left";
  }
}

TEST(PlanResidual, RepairsByTransformsThatWrapAroundToo) {
  plan::tuning tuned = tuning_for("sm_90");
  const std::size_t n = 1 << 19;
  const auto by_columns = plan::planner(tuned, verification::monitor).residual({n, n, n + 1});
  ASSERT_TRUE(by_columns && by_columns->fft.verified);
  EXPECT_EQ(by_columns->check.again, plan::repair::by_columns);
  EXPECT_EQ(by_columns->check.how, verification::monitor);
  tuned.product.repair_limb_products = 1;
  const auto by_transform = plan::planner(tuned, verification::residue).residual({n, n, n + 1});
  ASSERT_TRUE(by_transform);
  EXPECT_EQ(by_transform->check.again, plan::repair::by_transform);
  EXPECT_FALSE(by_transform->check.proven.verified);
  EXPECT_GE(plan::modulus_limbs(by_transform->check.proven), n + 2);
  EXPECT_FALSE(plan::planner(tuned, verification::off).residual({n, n, n + 1})->fft.verified);
}

}  // namespace

}  // namespace gbi::test
