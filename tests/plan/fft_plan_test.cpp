/// \file
/// The planner chooses the shortest transforms that hold the product and are exact.
#include "src/plan/fft_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::choose_fft, plan::digits_of, plan::fft_plan;

/// Visits the plans of random sizes, balanced and unbalanced, up to 2^33 bits each.
template <class Visit>
void for_random_plans(Visit&& visit) {
  random_source random(test_seed());
  for (int round = 0; round < 3000; ++round) {
    const std::size_t a = random.log_uniform(1, std::uint64_t{1} << 27);
    const std::size_t b = round % 3 == 0 ? a : random.log_uniform(1, std::uint64_t{1} << 27);
    SCOPED_TRACE(std::to_string(a) + " x " + std::to_string(b) + " limbs");
    visit(a, b, choose_fft(plan::product_shape::whole(a, b)));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ChooseFft, TheTransformHoldsAllDigits) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& plan) {
    EXPECT_LE(digits_of(a, plan.digit_bits) + digits_of(b, plan.digit_bits), 2 * plan.shape.points);
  });
}

TEST(ChooseFft, OnlyShortEnoughOperandsFit) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& chosen) {
    EXPECT_TRUE(plan::holds_product(chosen, plan::product_shape::whole(a, b)));
    const std::size_t half = plan::modulus_limbs(chosen) / 2;  // each operand alone would fit
    EXPECT_FALSE(plan::holds_product(chosen, plan::product_shape::whole(half + 1, half + 1)));
  });
}

TEST(ChooseFft, TheDigitsAreProvenExact) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& plan) {
    EXPECT_TRUE(
        is_exact(plan.shape, plan.digit_bits, digits_of(a, plan.digit_bits), digits_of(b, plan.digit_bits)));
    EXPECT_GE(plan.digit_bits, 6) << "so narrow that something is wrong";
  });
}

TEST(ChooseFft, ALongerProductNeverGetsAShorterTransform) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& plan) {
    EXPECT_GE(choose_fft(plan::product_shape::whole(a + 1, b)).shape.points, plan.shape.points);
    EXPECT_GE(choose_fft(plan::product_shape::whole(a, b + 1 + b / 16)).shape.points, plan.shape.points);
  });
}

TEST(ChooseFft, TheOrderOfTheOperandsDoesNotMatter) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& plan) {
    const fft_plan other = choose_fft(plan::product_shape::whole(b, a));
    EXPECT_EQ(other.shape.points, plan.shape.points);
    EXPECT_EQ(other.digit_bits, plan.digit_bits);
  });
}

TEST(ChooseVerifiedFft, IsTheProvenPlanOrAShorterOneThatHoldsAllDigits) {
  for_random_plans([](std::size_t a, std::size_t b, const fft_plan& proven) {
    for (const bool square : {false, true}) {
      const fft_plan plan = plan::choose_verified_fft(plan::product_shape::whole(a, square ? a : b, square));
      const fft_plan other = square ? choose_fft(plan::product_shape::whole(a, a)) : proven;
      const std::uint64_t digits = digits_of(a, plan.digit_bits),
                          more = digits_of(square ? a : b, plan.digit_bits);
      EXPECT_LE(digits + more, 2 * plan.shape.points);
      EXPECT_EQ(plan.verified, plan.shape.points < other.shape.points);
      if (plan.verified) {
        EXPECT_TRUE(plan::is_trusted(plan.shape.points, plan.digit_bits, digits, more, square));
        EXPECT_GT(plan.shape.column_passes, 0) << "what fits a block is proven";
      } else {
        EXPECT_EQ(plan.digit_bits, other.digit_bits);
      }
    }
  });
}

TEST(ChooseVerifiedFft, IsNoLongerIfProductsAreRepaired) {
  int shorter = 0;
  for_random_plans([&](std::size_t a, std::size_t b, const fft_plan&) {
    const auto wanted = plan::product_shape::whole(a, b);
    const fft_plan always = plan::choose_verified_fft(wanted),
                   repaired = plan::choose_verified_fft(wanted, plan::trust::if_repaired);
    EXPECT_LE(repaired.shape.points, always.shape.points);
    shorter += repaired.shape.points < always.shape.points;
  });
  EXPECT_GT(shorter, 0);
}

// Only where a repair by a transform is queued with the product may worst operands fail.
TEST(PlannedTransform, IsTrustedAsItsRepairAllows) {
  const plan::tuning tuned = tuning_for("sm_90");
  const plan::planner planner(tuned, verification::residue);
  int always = 0, repaired = 0;
  for (double log2_limbs = 17; log2_limbs < 29; log2_limbs += 0.07) {
    const auto n = static_cast<std::size_t>(std::exp2(log2_limbs));
    const auto wanted = plan::product_shape::whole(n, n);
    const fft_plan plan = planner.transform(wanted);
    if (!plan.verified) continue;
    const bool by_transform = planner.check(wanted).again == plan::repair::by_transform;
    const std::uint64_t digits = digits_of(n, plan.digit_bits);
    const auto is_trusted = [&](plan::trust how) {
      return plan::is_trusted(plan.shape.points, plan.digit_bits, digits, digits, false, how);
    };
    EXPECT_TRUE(is_trusted(by_transform ? plan::trust::if_repaired : plan::trust::always)) << n;
    always += !by_transform;
    repaired += by_transform && !is_trusted(plan::trust::always);
  }
  EXPECT_GT(always, 0);
  EXPECT_GT(repaired, 0);
}

// The digit widths found by experiments (docs/rounding.md), for factors of N digits, products and squares.
TEST(ChooseVerifiedFft, TrustsTheWidthsThatWereMeasured) {
  struct row {
    int log2_points, product, square;
  };
  for (const auto& [n, product, square] :
       {row{12, 21, 20}, row{14, 20, 20}, row{16, 20, 19}, row{18, 19, 19}, row{20, 19, 18}, row{22, 18, 18},
        row{24, 18, 17}, row{26, 17, 17}, row{28, 17, 16}, row{30, 16, 16}}) {
    const std::uint64_t points = std::uint64_t{1} << n;
    EXPECT_TRUE(plan::is_trusted(points, product, points, points, false)) << "2^" << n;
    EXPECT_FALSE(plan::is_trusted(points, product + 1, points, points, false)) << "2^" << n;
    EXPECT_TRUE(plan::is_trusted(points, square, points, points, true)) << "2^" << n;
    EXPECT_FALSE(plan::is_trusted(points, square + 1, points, points, true)) << "2^" << n;
  }
}

TEST(ChooseFft, RefusesWhatNoTransformHolds) {
  EXPECT_THROW(choose_fft(plan::product_shape::whole(std::size_t{1} << 40, 1)), std::length_error);
  EXPECT_THROW(choose_fft(plan::product_shape::whole(std::size_t{1} << 31, std::size_t{1} << 31)),
               std::length_error);
  for (const std::size_t share : {2, 3, 10, 256, 1 << 16, 1 << 20}) {
    const std::size_t limbs = plan::longest_product_bits / 64, shorter = limbs / share;
    EXPECT_FALSE(plan::find_verified_fft(plan::product_shape::whole(limbs - shorter, shorter, share == 2)))
        << share;
    EXPECT_FALSE(plan::find_proven_fft(plan::product_shape::whole(limbs - shorter, shorter))) << share;
  }
}

}  // namespace

}  // namespace gbi::test
