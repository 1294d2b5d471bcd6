/// \file
/// Transforms of products that wrap around: long enough, right, and shorter than those of whole products.
#include "src/plan/wrapped.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/plan/error_bound.hpp"
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
      const auto plan = plan::find_wrapped(a, b, least, verified, false);
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
    const auto wrapped = plan::find_wrapped(n, n, n + 2, true, false);
    ASSERT_TRUE(wrapped);
    EXPECT_LE(static_cast<double>(wrapped->shape.points),
              0.6 * static_cast<double>(plan::choose_verified_fft(n, n, false).shape.points))
        << n << " limbs";
  }
}

TEST(Wrapped, NothingIsLongEnough) {
  EXPECT_FALSE(plan::find_wrapped(1, 1, std::size_t{1} << 40, false, false));
  EXPECT_FALSE(plan::find_wrapped(std::size_t{1} << 40, 1, 1, true, false));
}

}  // namespace

}  // namespace gbi::test
