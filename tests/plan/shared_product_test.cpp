// The plan of products that ranks share: shapes, parts, and when sharing pays.
#include "src/plan/shared_product.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::shared_plan;

TEST(SharedPlan, ShapesHaveTheirPointsAndInstances) {
  const auto shapes = plan::shared_shapes();
  EXPECT_EQ(shapes.front().points, std::uint64_t{1} << 18);
  EXPECT_EQ(shapes.back().points, std::uint64_t{1} << 34);
  EXPECT_TRUE(std::ranges::is_sorted(shapes, std::ranges::less_equal{}, &plan::fft_shape::points));
  for (const plan::fft_shape& shape : shapes) {
    std::uint64_t points = static_cast<std::uint64_t>(shape.row);
    for (const int column : shape.column) points *= static_cast<std::uint64_t>(column);
    EXPECT_EQ(points, shape.points);
    EXPECT_EQ(shape.column_passes, shape.column[2] > 1 ? 3 : 2);
    const auto is_one_of = [](int number, std::initializer_list<int> known) {
      return std::ranges::find(known, number) != known.end();
    };
    EXPECT_TRUE(is_one_of(shape.column[0], {64, 256, 144, 160, 192, 224, 240})) << shape.column[0];
    EXPECT_TRUE(is_one_of(shape.column[1], {64, 128, 256, 512, 1024})) << shape.column[1];
    EXPECT_TRUE(is_one_of(shape.column[2], {1, 64, 128})) << shape.column[2];
    EXPECT_TRUE(shape.row >= 64 && shape.row <= 4096) << shape.row;
    for (const int ranks : {2, 4, 8}) EXPECT_TRUE(plan::is_shareable(shape, ranks)) << points;
    // Of the shortest transforms, 16 ranks would have fractions of blocks.
    EXPECT_EQ(plan::is_shareable(shape, 16), points / 256 / static_cast<std::uint64_t>(shape.row) % 8 == 0);
    EXPECT_TRUE(plan::is_shareable(shape, 16) || points < std::uint64_t{1} << 22) << points;
    EXPECT_TRUE(plan::is_shareable(shape, 1)) << points;
    for (const int ranks : {0, 3, 6, 32}) EXPECT_FALSE(plan::is_shareable(shape, ranks)) << points;
  }
}

TEST(SharedPlan, EveryRankHasWholeLimbsAndSegments) {
  random_source random{test_seed()};
  const plan::tuning tuned = tuning_for("sm_90");
  for (int round = 0; round < 200; ++round) {
    const std::size_t a = random.log_uniform(1, std::size_t{1} << 29);
    const std::size_t b = random.coin() ? a : random.log_uniform(1, std::size_t{1} << 29);
    for (const int ranks : {2, 4, 8, 16}) {
      const auto plan = plan::planner(tuned, verification::residue)
                            .find_shared(plan::product_shape::whole(a, b, a == b), ranks);
      ASSERT_TRUE(plan) << a << " by " << b << " limbs on " << ranks;
      const auto bits = static_cast<std::uint64_t>(plan->fft.digit_bits);
      const auto count = static_cast<std::uint64_t>(ranks);
      EXPECT_EQ(plan->rows(), static_cast<std::uint64_t>(plan->fft.shape.column[0]));
      EXPECT_EQ(plan->strip() * 64, plan->own_width() * bits);
      EXPECT_EQ(plan->segment() * count, plan->own_points());
      EXPECT_EQ(plan->own_points() * count, plan->points());
      EXPECT_EQ(plan->own_rows() * plan->width(), plan->own_points());
      const auto chunks = static_cast<std::uint64_t>(plan->chunks);
      EXPECT_EQ(plan->own_rows() % chunks, 0U);
      EXPECT_TRUE(chunks == 1 || plan->own_points() / chunks >= std::uint64_t{1} << 21);
      const std::uint64_t digits_a = plan::digits_of(a, plan->fft.digit_bits);
      const std::uint64_t digits_b = plan::digits_of(b, plan->fft.digit_bits);
      EXPECT_LE(digits_a + digits_b, 2 * plan->points());
      EXPECT_TRUE(plan::is_trusted(plan->points(), plan->fft.digit_bits, digits_a, digits_b, a == b));
      // The rows of all ranks hold the product.
      EXPECT_GE(2 * plan->rows() * plan->strip() * count + 1, a + b);
    }
  }
}

// Operands modulo 2^(64 t) + 1 have up to t limbs; modulo 2^(128 t) + 1 they are not reduced.
TEST(SharedPlan, ModuliHoldTheProduct) {
  random_source random{test_seed()};
  const plan::tuning tuned = tuning_for("sm_90");
  const plan::planner planner(tuned, verification::residue);
  for (int round = 0; round < 200; ++round) {
    const std::size_t a = random.log_uniform(1, std::size_t{1} << 29);
    const std::size_t b = random.coin() ? a : random.log_uniform(1, std::size_t{1} << 29);
    for (const int ranks : {1, 2, 8}) {
      const auto plan = planner.find_shared(plan::product_shape::whole(a, b, a == b), ranks, true);
      ASSERT_TRUE(plan && plan->wraps) << a << " by " << b << " limbs on " << ranks;
      const int bits = plan->fft.digit_bits;
      const std::size_t t = plan->modulus() / 2;
      EXPECT_EQ(128 * t, 2 * plan->points() * static_cast<std::uint64_t>(bits));
      EXPECT_EQ(2 * plan->rows() * plan->strip() * static_cast<std::uint64_t>(ranks), 2 * t);
      EXPECT_LT(a + b, 3 * t);
      EXPECT_LT(std::max(a, b), 2 * t);
      for (const auto& [x, y] : {std::pair{a, b}, std::pair{t, t}})
        EXPECT_TRUE(plan::is_trusted(plan->points(), bits, plan::digits_of(x, bits), plan::digits_of(y, bits),
                                     a == b));
    }
  }
}

// More digits than 32 bits can count. Positions in strips have 31 bits.
TEST(SharedPlan, LongOnesFitTheirRanks) {
  const plan::tuning tuned = tuning_for("sm_90");
  const auto on_two = [&](int log2_bits) {
    return plan::planner(tuned, verification::residue)
        .find_shared(
            plan::product_shape::whole(std::size_t{1} << (log2_bits - 6), std::size_t{1} << (log2_bits - 6)),
            2);
  };
  const auto longest = on_two(36);
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->points(), std::uint64_t{9} << 29);
  EXPECT_EQ(longest->fft.digit_bits, 16);
  EXPECT_LT(workspace_of(*longest, false), std::size_t{120} << 30);
  EXPECT_FALSE(on_two(38));
  for (const int ranks : {2, 4, 8, 16})
    for (const plan::fft_shape& shape : plan::shared_shapes()) {
      const shared_plan plan{{shape, 16, true}, ranks};
      std::vector<bool> used(2 * static_cast<std::size_t>(ranks) - 1);
      for (int from = 0; from < ranks; ++from) {
        const std::uint64_t at = plan.received_at(ranks - 1, from);
        EXPECT_EQ(at % plan.segment(), 0U);
        EXPECT_LE(at + plan.segment(), plan.held_points());
        used[at / plan.segment()] = true;
      }
      EXPECT_TRUE(used[static_cast<std::size_t>(ranks) - 1]) << "a rank's own segment stays";
      EXPECT_EQ(std::ranges::count(used, true), ranks) << "segments overlap";
    }
}

class SharedChoice : public testing::Test {
 protected:
  std::optional<shared_plan> choose(std::size_t limbs, int ranks) const {
    return choose(limbs, limbs, ranks);
  }
  std::optional<shared_plan> choose(std::size_t limbs_a, std::size_t limbs_b, int ranks, int machine = 0,
                                    double least_gain = 1) const {
    return plan::planner(tuned, verification::residue)
        .shared(plan::product_shape::whole(limbs_a, limbs_b), ranks, machine, least_gain);
  }
  plan::tuning tuned = tuning_for("sm_90");
  static constexpr std::size_t long_limbs = std::size_t{1} << 26;  // 2^32 bits
};

TEST_F(SharedChoice, VeryLongProductsByAllRanks) {
  constexpr std::size_t limbs = 8 * long_limbs;
  EXPECT_FALSE(choose(limbs, 1));
  for (const int ranks : {2, 4, 8, 16}) {
    const auto plan = choose(limbs, ranks);
    ASSERT_TRUE(plan) << ranks;
    EXPECT_EQ(plan->ranks, ranks);
    EXPECT_GT(plan->chunks, 1);
  }
  EXPECT_EQ(choose(limbs, 3)->ranks, 2);
  EXPECT_EQ(choose(limbs, 7)->ranks, 4);
  EXPECT_EQ(choose(limbs, 100)->ranks, 16);
}

// On four GPUs, each byte takes longer than between two.
TEST_F(SharedChoice, NoMoreRanksThanPay) {
  EXPECT_FALSE(choose(long_limbs / 32, 4));
  for (const std::size_t limbs : {long_limbs / 8, long_limbs / 4, long_limbs})
    EXPECT_EQ(choose(limbs, 4).value().ranks, 2) << limbs;
  tuned.sharing.shared_link_points = tuned.sharing.link_points;
  EXPECT_EQ(choose(long_limbs, 4).value().ranks, 4);
}

// What takes ranks more products than one rank, such as a division, is shared later.
TEST_F(SharedChoice, OnlyWhatGainsEnough) {
  constexpr double of_divisions = 1.7;
  EXPECT_TRUE(choose(long_limbs, long_limbs, 2, 2));
  EXPECT_FALSE(choose(long_limbs, long_limbs, 2, 2, of_divisions));
  EXPECT_TRUE(choose(4 * long_limbs, 4 * long_limbs, 4, 4, of_divisions));
}

// On H200. The planner knows only ratios of costs.
TEST_F(SharedChoice, CostsAsMeasured) {
  struct measured {
    int log2_bits;
    std::map<int, double> of_ranks;  ///< in milliseconds
  };
  const std::vector<measured> rows{{28, {{1, 1.19}, {4, 2.03}}},
                                   {30, {{1, 5.08}, {2, 4.16}, {4, 4.21}}},
                                   {32, {{1, 21.2}, {2, 14.3}, {4, 15.7}}},
                                   {34, {{1, 121}, {2, 70}, {4, 68.8}}},
                                   {36, {{1, 593}, {2, 317}, {4, 258}}}};
  constexpr double milliseconds = 3.1e-9, tolerance = 0.25;
  const plan::planner planner(tuned, verification::residue);
  for (const auto& [log2_bits, of_ranks] : rows) {
    const std::size_t limbs = std::size_t{1} << (log2_bits - 6);
    const auto shape = plan::product_shape::whole(limbs, limbs);
    double fastest = of_ranks.at(1);
    for (const auto& [ranks, time] : of_ranks) {
      const double cost = ranks == 1
                              ? planner.cost_on_one_rank(shape, 1, 1)
                              : planner.cost_of(planner.find_shared(shape, ranks).value(), shape, ranks);
      EXPECT_NEAR(milliseconds * cost, time, tolerance * time) << "2^" << log2_bits << " bits on " << ranks;
      fastest = std::min(fastest, time);
    }
    if (!of_ranks.contains(2)) continue;
    const auto plan = choose(limbs, 4);
    EXPECT_EQ(of_ranks.at(plan ? plan->ranks : 1), fastest) << "2^" << log2_bits << " bits";
  }
}

// One thread queues the work of all ranks, so each additional rank needs more work to pay.
TEST_F(SharedChoice, LongerProductsByMoreRanks) {
  for (const int ranks : {2, 4, 8, 16}) {
    int before = 1;
    for (std::size_t limbs = long_limbs / 128; limbs <= 16 * long_limbs; limbs *= 2) {
      const auto plan = choose(limbs, ranks);
      const int sharing = plan ? plan->ranks : 1;
      EXPECT_GE(sharing, before) << limbs << " limbs";
      before = sharing;
    }
    EXPECT_EQ(before, ranks);
  }
}

TEST_F(SharedChoice, ShortProductsOnOneRank) {
  EXPECT_FALSE(choose(1 << 12, 8));
  EXPECT_FALSE(choose(tuned.sharing.least_limbs / 2 - 1, 8));
  EXPECT_FALSE(choose(0, long_limbs, 8));
  tuned.sharing.link_points = 0;  // whatever can be shared is
  EXPECT_TRUE(choose(long_limbs, 2));
  EXPECT_FALSE(choose(long_limbs, 1));
  EXPECT_FALSE(choose(0, long_limbs, 2));
  EXPECT_FALSE(choose(tuned.sharing.least_limbs / 2 - 1, 2));
}

// Two ranks that share a product send each other three times as many bytes as sending the operands to one
// rank and the result back would take.
TEST_F(SharedChoice, SlowLinksOnlyWhereMemoryIsShort) {
  tuned.sharing.link_points *= 10;
  EXPECT_FALSE(choose(long_limbs, 2));
  tuned.memory_bytes = 8 * long_limbs * sizeof(std::uint64_t);
  EXPECT_TRUE(choose(long_limbs, 2));
}

// The faster the links between machines, the more crosses them: nothing, residues, points.
TEST_F(SharedChoice, MachinesByTheirLinks) {
  constexpr std::size_t limbs = 16 * long_limbs;
  const auto on_two = [&](double times) {
    tuned.sharing.machine_link_points = times * tuned.sharing.shared_link_points;
    return choose(limbs, limbs, 16, 8).value();
  };
  EXPECT_EQ(on_two(1).ranks, 16);
  EXPECT_FALSE(on_two(1).wraps);
  EXPECT_EQ(on_two(3).ranks, 8);
  EXPECT_TRUE(on_two(3).wraps);
  EXPECT_EQ(on_two(50).ranks, 8);
  EXPECT_FALSE(on_two(50).wraps);
  // Points of 2^38 by 2^38 bits do not fit eight GPUs of 141 GB, residues fit sixteen.
  tuned.memory_bytes = std::size_t{141} * 1'000'000'000;
  EXPECT_TRUE(choose(4 * limbs, 4 * limbs, 16, 8).value().wraps);
  tuned.sharing.link_points = 0;
  EXPECT_TRUE(choose(limbs, 5, 4, 2).value().wraps);
  EXPECT_EQ(choose(limbs, 5, 6, 3).value().ranks, 2);
}

TEST_F(SharedChoice, FreeLinksWheneverPossible) {
  tuned.sharing.least_limbs = 1;
  tuned.sharing.link_points = tuned.sharing.fixed_points = 0;
  for (const int ranks : {2, 3, 4, 8}) EXPECT_TRUE(choose(1, ranks));
  EXPECT_EQ(choose(1, 8)->points(), std::uint64_t{1} << 18);
  EXPECT_EQ(choose(1, 8)->ranks, 8);
}

}  // namespace

}  // namespace gbi::test
