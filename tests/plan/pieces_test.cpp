/// \file
/// The cutting of unbalanced products: the pieces cover the operand, hold their products, and cost less.
#include "src/plan/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::digits_of, plan::piece_plan;

const plan::tuning tuned = tuning_for("sm_90");

plan::planner planner_of(bool verified) {
  return {tuned, verified ? verification::residue : verification::off};
}

void expect_good(const piece_plan& plan, std::size_t cut, std::size_t kept) {
  const std::size_t before_last = plan.piece * (plan.pieces - 1);
  EXPECT_LT(before_last, cut);
  EXPECT_GE(before_last + plan.piece, cut);
  const int bits = plan.fft.digit_bits;
  if (plan.pieces > 2) {
    EXPECT_GT(plan.piece, kept) << "every second product ends before the next one begins";
  }
  if (plan.pieces > 1) {
    EXPECT_EQ(plan.piece % static_cast<std::size_t>(bits), 0u);
    EXPECT_GE(plan.piece, kernels::shortest_piece_limbs);
  }
  const std::uint64_t digits = digits_of(plan.piece, bits), others = digits_of(kept, bits);
  EXPECT_LE(digits + others, 2 * plan.fft.shape.points);
  // One piece has the transform of the whole product, which may rely on its repair.
  const plan::trust how = plan.pieces == 1 ? plan::trust::if_repaired : plan::trust::always;
  if (plan.fft.verified)
    EXPECT_TRUE(plan::is_trusted(plan.fft.shape.points, bits, digits, others, false, how));
  else
    EXPECT_TRUE(plan::is_exact(plan.fft.shape, bits, digits, others));
}

template <class Visit>
void for_random_sizes(Visit&& visit) {
  random_source random(test_seed());
  for (int round = 0; round < 500; ++round) {
    const std::size_t a = random.log_uniform(1, std::uint64_t{1} << 27);
    const std::size_t b = random.log_uniform(1, std::uint64_t{1} << 27);
    SCOPED_TRACE(std::to_string(a) + " x " + std::to_string(b) + " limbs");
    for (const bool verified : {false, true}) visit(a, b, verified);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ChoosePieces, CutIfThatIsCheaper) {
  for_random_sizes([](std::size_t a, std::size_t b, bool verified) {
    const auto plan = planner_of(verified).pieces(plan::product_shape::whole(a, b));
    if (!plan) return;
    const auto [shorter, longer] = std::minmax(a, b);
    EXPECT_GT(plan->pieces, 1u);
    expect_good(*plan, longer, shorter);
    const plan::fft_plan whole = planner_of(verified).transform(plan::product_shape::whole(a, b));
    EXPECT_LT(planner_of(verified).cost_of(*plan), plan::cost_of_product(whole, tuned.passes));
  });
}

TEST(ChoosePieces, LongUnbalancedProductsAreCutAndBalancedOnesAreNot) {
  constexpr std::size_t longer = std::size_t{1} << 22;  // 2^28 bits
  for (const bool verified : {false, true}) {
    EXPECT_FALSE(planner_of(verified).pieces(plan::product_shape::whole(longer, longer)));
    EXPECT_FALSE(planner_of(verified).pieces(plan::product_shape::whole(1000, 50)));
    EXPECT_EQ(planner_of(verified).pieces(plan::product_shape::whole(longer, longer / 64)),
              planner_of(verified).pieces(plan::product_shape::whole(longer / 64, longer)));
  }
  EXPECT_TRUE(planner_of(true).pieces(plan::product_shape::whole(longer, longer / 64)));
}

// A product by the longest uncut transform, with operands and result, fits into a GPU of 139 GiB.
TEST(ChoosePieces, TheLargestProductFitsADevice) {
  constexpr std::size_t limb_bytes = 8, point_bytes = 16;
  std::size_t limbs = std::size_t{1} << 29;
  const auto points = [&] {
    return plan::choose_verified_fft(plan::product_shape::whole(limbs, limbs)).shape.points;
  };
  while (points() <= tuned.product.longest_whole) limbs += limbs / 64;
  EXPECT_TRUE(planner_of(true).pieces(plan::product_shape::whole(limbs, limbs)));
  limbs -= limbs / 64 + 1;
  EXPECT_EQ(points(), tuned.product.longest_whole);
  EXPECT_FALSE(planner_of(true).pieces(plan::product_shape::whole(limbs, limbs)));
  EXPECT_LT(4 * limbs * limb_bytes + 2 * points() * point_bytes, std::size_t{139} << 30) << limbs << " limbs";
}

TEST(ChoosePieces, ATransformThatIsTooLongIsCut) {
  constexpr std::size_t limbs = std::size_t{1} << 29, longer = std::size_t{7} << 27;
  EXPECT_GT(plan::choose_verified_fft(plan::product_shape::whole(limbs, limbs)).shape.points,
            tuned.product.longest_kept);
  EXPECT_FALSE(plan::find_proven_fft(plan::product_shape::whole(limbs, limbs)));
  EXPECT_LE(planner_of(true).kept_pieces(plan::product_shape::whole(limbs, limbs)).fft.shape.points,
            tuned.product.longest_kept);
  EXPECT_GT(plan::choose_verified_fft(plan::product_shape::whole(longer, longer)).shape.points,
            tuned.product.longest_whole);
  const auto cut = planner_of(true).pieces(plan::product_shape::whole(longer, longer));
  ASSERT_TRUE(cut);
  EXPECT_LE(cut->fft.shape.points, tuned.product.longest_whole);
}

TEST(ChooseKept, IsOnePieceUnlessTheOtherFactorIsMuchLonger) {
  for_random_sizes([](std::size_t cut, std::size_t kept, bool verified) {
    const piece_plan plan = planner_of(verified).kept_pieces(plan::product_shape::whole(cut, kept));
    expect_good(plan, cut, kept);
    const plan::fft_plan whole = planner_of(verified).transform(plan::product_shape::whole(cut, kept));
    // The longest lengths are so far apart that two short transforms may cost less than one.
    if (cut <= kept && whole.shape.points <= tuned.product.longest_whole / 2) {
      EXPECT_EQ(plan.pieces, 1u);
    }
  });
}

}  // namespace

}  // namespace gbi::test
