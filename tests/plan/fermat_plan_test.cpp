/// \file
/// Chains of coprime moduli have room for the product, and are chosen if other routes do not fit into memory.
#include "src/plan/fermat_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::fermat_plan, plan::piece_plan, plan::planner, plan::product_shape, plan::tuning;

constexpr std::size_t limbs_of(int log2_bits) {
  return std::size_t{1} << (log2_bits - 6);
}

piece_plan whole(std::size_t a, std::size_t b) {
  return {plan::choose_verified_fft(plan::product_shape::whole(a, b)), std::max(a, b), 1};
}

void expect_chain(const fermat_plan& chain, std::size_t a, std::size_t b, bool square) {
  EXPECT_GE(2 * chain.limbs(0), a + b);
  EXPECT_TRUE(chain.first.verified);
  EXPECT_GE(chain.first.digit_bits, 2);
  EXPECT_EQ(chain.tail_limbs() << (chain.factors - 1), chain.limbs(0));
  for (std::uint32_t j = 0; j < chain.factors; ++j) {
    const plan::fft_plan factor = chain.factor(j);
    EXPECT_GT(factor.shape.column_passes, 0);
    EXPECT_EQ(plan::modulus_limbs(factor), chain.limbs(j));
    const auto digits = [&](std::size_t limbs) {
      return std::min(plan::digits_of(limbs, factor.digit_bits), 2 * factor.shape.points);
    };
    EXPECT_TRUE(plan::is_trusted(factor.shape.points, factor.digit_bits, digits(a), digits(b), square));
  }
  const product_shape tail = plan::tail_shape(chain, product_shape::whole(a, b, square));
  const std::size_t remainder = chain.tail_limbs() + 1;  // with a carry
  EXPECT_EQ(tail.a, std::min(a, remainder));
  EXPECT_EQ(tail.b, std::min(b, remainder));
}

TEST(PlanModuli, HaveRoomForTheProduct) {
  random_source random(test_seed());
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
    const std::size_t a = random.log_uniform(1, limbs_of(36)), b = random.log_uniform(1, limbs_of(36));
    const bool square = a == b;
    for (std::uint32_t factors = 1; factors <= 8; ++factors)
      if (const auto chain = plan::find_fermat_moduli(plan::product_shape::whole(a, b, square), factors)) {
        SCOPED_TRACE(std::to_string(a) + " by " + std::to_string(b) + " limbs");
        EXPECT_EQ(chain->factors, factors);
        expect_chain(*chain, a, b, square);
      }
  }
  EXPECT_FALSE(plan::find_fermat_moduli(plan::product_shape::whole(100, 100), 0));
  EXPECT_FALSE(plan::find_fermat_moduli(plan::product_shape::whole(limbs_of(40), limbs_of(40)), 1))
      << "longer than any transform";
}

// The lengths that chains are designed for: half of a whole transform, or less if a whole one falls between
// two lengths.
TEST(PlanModuli, TakeShorterTransforms) {
  for (const auto& [log2_bits, points] :
       {std::pair{34, std::uint64_t{1} << 29}, {36, std::uint64_t{9} << 28}}) {
    const std::size_t n = limbs_of(log2_bits);
    const auto chain = plan::find_fermat_moduli(plan::product_shape::whole(n, n), 4);
    ASSERT_TRUE(chain);
    EXPECT_LE(chain->first.shape.points, points) << log2_bits;
  }
}

TEST(PlanModuli, AreTakenWhereOthersDoNotFitTheMemory) {
  tuning tuned = tuning_for("sm_90");
  const auto chosen = [&](int log2_bits, bool square = false) {
    const std::size_t n = limbs_of(log2_bits);
    const auto shape = product_shape::whole(n, n, square);
    const auto plan = planner(tuned, verification::residue).product(shape);
    const auto* by = std::get_if<plan::routes::by_fermat_moduli>(&plan.route);
    return by == nullptr ? fermat_plan{} : by->chain;
  };
  for (const int fits : {20, 28, 32, 34}) EXPECT_EQ(chosen(fits).factors, 0u) << fits;
  const std::size_t n = limbs_of(36);
  const auto long_one = planner(tuned, verification::residue).product(product_shape::whole(n, n));
  const auto* by = std::get_if<plan::routes::by_fermat_moduli>(&long_one.route);
  ASSERT_NE(by, nullptr);
  expect_chain(by->chain, n, n, false);
  EXPECT_EQ(by->check.again, plan::repair::by_attempt);
  EXPECT_LE(4 * n * sizeof(std::uint64_t) + long_one.workspace_bytes, tuned.memory_bytes);
  EXPECT_FALSE(planner(tuned, verification::residue).kept_product(product_shape::whole(n, n)))
      << "a transform is not kept";
  tuned.memory_bytes = std::size_t{80} * 1000 * 1000 * 1000;
  EXPECT_EQ(chosen(34).factors, 0u);
  EXPECT_GT(chosen(35).factors, 0u);
  EXPECT_GT(chosen(35, true).factors, 0u);
  tuned.memory_bytes = 0;
  EXPECT_EQ(chosen(35).factors, 0u) << "nobody asks";
  EXPECT_GT(chosen(36).factors, 0u) << "no transform is long enough";
}

TEST(PlanModuli, AreTakenWhereTheyAreFaster) {
  tuning tuned = tuning_for("sm_90");
  const std::size_t n = limbs_of(34);
  const auto faster = [&](std::size_t limbs) {
    return planner(tuned, verification::residue)
        .moduli(product_shape::whole(limbs, limbs), whole(limbs, limbs));
  };
  EXPECT_FALSE(faster(n)) << "not measured";
  tuned.product.moduli_limbs = 2 * n;
  EXPECT_FALSE(faster(n - 1));
  const auto chain = faster(n);
  if (!chain) return;  // as cheap as the whole product
  EXPECT_LT(planner(tuned, verification::residue).cost_of(*chain, product_shape::whole(n, n)),
            plan::cost_of_product(whole(n, n).fft, tuned.passes));
}

TEST(PlanModuli, TakeLessMemory) {
  const tuning tuned = tuning_for("sm_90");
  for (const int log2_bits : {24, 28, 32, 34, 35}) {
    const std::size_t n = limbs_of(log2_bits);
    const auto chain =
        planner(tuned, verification::residue).cheapest_fermat_moduli(product_shape::whole(n, n));
    ASSERT_TRUE(chain) << log2_bits;
    expect_chain(*chain, n, n, false);
    EXPECT_LT(plan::workspace_of(*chain, product_shape::whole(n, n)), plan::workspace_of(whole(n, n).fft))
        << log2_bits;
  }
  EXPECT_FALSE(planner(tuned, verification::residue)
                   .cheapest_fermat_moduli(product_shape::whole(limbs_of(41), limbs_of(41))));
}

}  // namespace

}  // namespace gbi::test
