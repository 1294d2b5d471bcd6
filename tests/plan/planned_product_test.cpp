/// \file
/// A plan answers every question that its execution asks, without contradictions.
#include "src/plan/planned_product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>

#include "src/plan/batch_plan.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::convolution, plan::planned_product, plan::planner, plan::product_shape, plan::repair,
    plan::tuning;
namespace routes = plan::routes;

constexpr verification modes[] = {verification::off, verification::monitor, verification::residue};

/// The transform of a route; null if it has none, or several.
const plan::fft_plan* transform_of(const planned_product& found) {
  if (const auto* by = std::get_if<routes::by_transforms>(&found.route)) return &by->fft;
  if (const auto* by = std::get_if<routes::by_verified_transforms>(&found.route)) return &by->fft;
  if (const auto* by = std::get_if<routes::in_pieces>(&found.route)) return &by->cut.fft;
  return nullptr;
}

void expect_check(const plan::check_plan& check, verification mode, const plan::fft_plan& fft,
                  const planned_product& found) {
  EXPECT_NE(mode, verification::off);
  EXPECT_EQ(check.how, mode);
  EXPECT_GE(check.blocks, 1u);
  if (check.again == repair::by_transform) {
    EXPECT_FALSE(check.proven.verified);
    EXPECT_GE(check.proven.shape.points, fft.shape.points);
    EXPECT_GE(found.workspace_bytes, plan::workspace_of(check.proven));
  }
}

/// Properties of every plan for such a shape.
void expect_whole(const planner& by, const product_shape& shape, const planned_product& found) {
  ASSERT_NE(found.how(), algorithm::automatic);
  ASSERT_NE(found.how(), algorithm::exact);
  ASSERT_GE(found.at_once, 1u);
  EXPECT_LE(found.at_once, shape.batch);
  if (const auto* bytes = std::get_if<routes::by_bytes>(&found.route)) {
    EXPECT_NE(bytes->columns, kernels::column_form::digits);
  }
  const auto* cut = std::get_if<routes::in_pieces>(&found.route);
  if (cut == nullptr) {
    EXPECT_TRUE(found.at_once == 1 || found.at_once * found.workspace_bytes <= by.tuned().workspace_bytes);
  } else {
    EXPECT_EQ(found.at_once, 1u);
    EXPECT_GE(cut->at_once, 1u);
    EXPECT_LE(cut->at_once, cut->cut.pieces);
    EXPECT_TRUE(cut->makes_transform || cut->at_once == cut->cut.pieces);
    EXPECT_LE(shape.out, shape.total());
  }
  const plan::fft_plan* fft = transform_of(found);
  if (fft == nullptr) return;
  EXPECT_GE(found.workspace_bytes, plan::workspace_of(*fft));
  EXPECT_EQ(found.truncated, shape.out < shape.total() && by.verifies(shape));
  if (const auto* verified = std::get_if<routes::by_verified_transforms>(&found.route))
    expect_check(verified->check, by.mode(), *fft, found);
  if (cut != nullptr && fft->verified) expect_check(cut->check, by.mode(), *fft, found);
  if (cut == nullptr) {
    EXPECT_EQ(fft->verified, std::holds_alternative<routes::by_verified_transforms>(found.route));
  }
}

TEST(PlanProduct, TransformsGrowWithTheProduct) {
  for (const char* architecture : {"host", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    std::uint64_t before = 0;
    for (std::size_t n = 3000; n < 12'000; n += 16) {
      const planned_product found = planner(tuned, verification::residue).product(product_shape::whole(n, n));
      const auto* by = std::get_if<routes::by_transforms>(&found.route);
      if (by == nullptr) continue;
      EXPECT_GE(by->fft.shape.points, before) << n << " limbs";
      EXPECT_GE(by->fft.shape.points, plan::digits_of(n, by->fft.digit_bits)) << n << " limbs";
      before = by->fft.shape.points;
    }
  }
}

TEST(PlanProduct, AnswersEverythingAtOnce) {
  random_source random(test_seed());
  for (const char* architecture : {"host", "sm_80", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    for (int round = 0; round < 1000 && !testing::Test::HasFailure(); ++round) {
      product_shape shape{.a = random.log_uniform(1, std::uint64_t{1} << 26),
                          .b = random.log_uniform(1, std::uint64_t{1} << 26),
                          .out = 0,
                          .batch = random.coin() ? 1 : random.log_uniform(1, 100'000)};
      if (random.coin()) shape.b = shape.a;
      shape.square = shape.a == shape.b && random.coin();
      const std::size_t least = std::max(shape.a, shape.b), most = shape.a + shape.b;
      shape.out = random.coin() ? most : random.between(least, most + 5);
      SCOPED_TRACE(std::string(architecture) + ", " + std::to_string(shape.batch) + " of " +
                   std::to_string(shape.a) + " x " + std::to_string(shape.b) + " -> " +
                   std::to_string(shape.out) + " limbs");
      for (const verification mode : modes)
        expect_whole({tuned, mode}, shape, planner(tuned, mode).product(shape));
    }
  }
}

TEST(PlanProduct, IsCheckedAsAWholeUnlessAttemptsAreVerified) {
  const tuning tuned = tuning_for("sm_90");
  for (const std::size_t n : {1, 100, 10'000, 10'000'000}) {
    const product_shape whole = product_shape::whole(n, n);
    for (const verification mode : modes) EXPECT_FALSE(planner(tuned, mode).product(whole).checked) << n;
    const planner all(tuned, verification::all);
    const planned_product found = all.product(whole);
    EXPECT_EQ(found.checked, !std::holds_alternative<routes::by_verified_transforms>(found.route)) << n;
    // Of a truncated product, nothing is known to which a check could compare it.
    EXPECT_FALSE(all.product({n, n, 2 * n - 1}).checked) << n;
  }
}

TEST(PlanProduct, TakesNoMoreOfOperandsThanTheResultNeeds) {
  const tuning tuned = tuning_for("sm_90");
  const planner by(tuned, verification::off);
  const planned_product found = by.product({1 << 20, 1 << 20, 20'000}),
                        short_one = by.product({20'000, 20'000, 20'000});
  ASSERT_NE(transform_of(found), nullptr);
  EXPECT_EQ(*transform_of(found), *transform_of(short_one));
}

TEST(PlanProduct, DoesWhatIsAskedOrRefuses) {
  const tuning tuned = tuning_for("host");
  const auto ask = [&](std::size_t a, std::size_t b, const plan::product_request& asked) {
    return planner(tuned, verification::residue).product(product_shape::whole(a, b), asked);
  };
  EXPECT_EQ(ask(2, 2, {.how = algorithm::fft}).how(), algorithm::fft);
  EXPECT_EQ(ask(5000, 5000, {.how = algorithm::schoolbook}).how(), algorithm::schoolbook);
  const auto in_tiles = ask(4, 4, {.how = algorithm::schoolbook, .form = convolution::in_tiles});
  EXPECT_TRUE(std::holds_alternative<routes::in_tiles>(in_tiles.route));
  EXPECT_GT(in_tiles.workspace_bytes, 0u);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::schoolbook, .form = convolution::by_columns}).workspace_bytes, 0u);
  EXPECT_THROW(ask(600, 600, {.how = algorithm::schoolbook, .form = convolution::in_block}),
               std::length_error);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::bytes}).how(), algorithm::bytes);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::bytes}).workspace_bytes, 0u);
  const auto by_bytes = ask(kernels::longest_byte_factor, 1 << 20, {.how = algorithm::bytes});
  EXPECT_EQ(std::get<routes::by_bytes>(by_bytes.route).columns, kernels::column_form::bytes_3);
  EXPECT_THROW(ask(kernels::longest_byte_factor + 1, 1 << 20, {.how = algorithm::bytes}), std::length_error);
  EXPECT_THROW(ask(std::size_t{1} << 40, 1000, {}), std::length_error);
}

TEST(PlanProduct, EachOfALargeBatchIsByAWarp) {
  const tuning tuned = tuning_for("sm_90");
  const auto plan = [&](std::size_t batch) {
    return planner(tuned, verification::residue).product({50, 60, 110, batch});
  };
  const planned_product large = plan(tuned.batch.byte_rows);
  ASSERT_TRUE(std::holds_alternative<routes::by_warps>(large.route));
  EXPECT_EQ(large.workspace_bytes, 0u);
  EXPECT_EQ(large.at_once, tuned.batch.byte_rows);
  EXPECT_FALSE(std::holds_alternative<routes::by_warps>(plan(tuned.batch.byte_rows - 1).route));
}

TEST(PlanProduct, WritesNoLimbsAboveAProductThatFits) {
  const tuning tuned = tuning_for("sm_90");
  const std::size_t limbs = tuned.product.verified_total_limbs;
  for (const bool fits : {false, true}) {
    const auto plan =
        planner(tuned, verification::residue).product({limbs, limbs, 2 * limbs - 1}, {.fits = fits});
    ASSERT_TRUE(std::holds_alternative<routes::by_verified_transforms>(plan.route));
    EXPECT_EQ(plan.truncated, !fits);
  }
}

TEST(PlanProduct, RepairsAsFitsTheSize) {
  const tuning tuned = tuning_for("sm_90");
  const auto check = [&](std::size_t limbs) {
    return planner(tuned, verification::residue).check(product_shape::whole(limbs, limbs));
  };
  const auto longest = static_cast<std::size_t>(std::sqrt(tuned.product.repair_limb_products));
  EXPECT_EQ(check(longest).again, repair::by_columns);
  EXPECT_EQ(check(longest + 1).again, repair::by_transform);
  EXPECT_EQ(check(std::size_t{1} << 29).again, repair::by_attempt) << "no digits are proven";
}

/// Without proven digits, only the second attempt must suit all operands.
TEST(PlanProduct, TakesWiderDigitsInTheFirstOfTwoAttempts) {
  const tuning tuned = tuning_for("sm_90");
  const planner plans(tuned, verification::residue);
  const auto shape = product_shape::whole(std::size_t{1} << 27, std::size_t{1} << 27);
  const auto by = std::get<routes::by_verified_transforms>(plans.product(shape).route);
  EXPECT_EQ(by.check.again, repair::by_attempt);
  EXPECT_LT(by.fft.shape.points, by.second.shape.points);
  const std::uint64_t digits = plan::digits_of(shape.a, by.fft.digit_bits);
  EXPECT_TRUE(plan::is_trusted(by.fft.shape.points, by.fft.digit_bits, digits, digits, false,
                               plan::trust::if_repaired));
  EXPECT_EQ(by.second.digit_bits, plan::find_verified_fft(shape)->digit_bits);
  const auto shorter = std::get<routes::by_verified_transforms>(
      plans.product(product_shape::whole(std::size_t{1} << 24, std::size_t{1} << 24)).route);
  EXPECT_EQ(shorter.fft.shape.points, shorter.second.shape.points);
}

TEST(PlanProduct, FewRowsAreThoseOfTheMeasuredGrids) {
  const tuning of_gpu = tuning_for("sm_90"), of_host = tuning_for("host");
  const planner gpu(of_gpu, verification::residue), host(of_host, verification::residue);
  for (const auto& [row, few] : {std::pair{512, 660u}, std::pair{1024, 132u}}) {
    const auto rows = [row = row](std::uint64_t count) {
      return plan::fft_plan{{count * static_cast<std::uint64_t>(row), 1, {static_cast<int>(count), 1}, row},
                            12};
    };
    EXPECT_TRUE(gpu.has_few_rows(rows(few), 1)) << row;
    EXPECT_FALSE(gpu.has_few_rows(rows(few + 1), 1)) << row;
    EXPECT_TRUE(gpu.has_few_rows(rows(few / 4), 4)) << row;
    EXPECT_FALSE(host.has_few_rows(rows(1), 1)) << row;
  }
  EXPECT_FALSE(gpu.has_few_rows({{256, 1, {1, 1}, 256}, 12}, 1)) << "there is no other kernel";
}

TEST(PlanKeptProduct, HasTransformsOutsideABlock) {
  const tuning tuned = tuning_for("sm_90");
  const auto cut_of = [&](std::size_t limbs) -> std::optional<plan::piece_plan> {
    const auto found = planner(tuned, verification::residue).kept_product(product_shape::whole(limbs, limbs));
    if (!found) return {};
    return std::get<routes::in_pieces>(found->route).cut;
  };
  EXPECT_FALSE(cut_of(10));
  const auto found = cut_of(1 << 18);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pieces, 1u);
  EXPECT_GT(found->fft.shape.column_passes, 0);
  const auto tall = cut_of(1 << 22);
  ASSERT_TRUE(tall);
  EXPECT_TRUE(has_tall_column(tall->fft.shape));
  const auto cut = cut_of(1 << 29);
  ASSERT_TRUE(cut);
  EXPECT_GT(cut->pieces, 1u);
}

TEST(PlanBatchProduct, IsOfTeamsOrFitsABlock) {
  for (const char* architecture : {"host", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    const planner by(tuned, verification::residue);
    for (std::uint32_t a = 1; a <= 1024; a = a * 5 / 4 + 1)
      for (const algorithm how : {algorithm::automatic, algorithm::schoolbook, algorithm::fft}) {
        const auto found = by.batch_product({a, 1024 - a + 1, 1024, 100}, how);
        EXPECT_TRUE(how == algorithm::automatic || found.how == how);
        if (found.how == algorithm::fft)
          EXPECT_EQ(found.fft.shape.column_passes, 0);
        else
          EXPECT_GT(found.team.shape.threads, 0);
      }
    EXPECT_THROW(by.batch_product({1 << 16, 1 << 16, 1 << 17, 1}, algorithm::fft), std::length_error);
    constexpr std::uint32_t longest = plan::longest_byte_limbs;
    for (const std::uint32_t limbs : {1u, 32u, 33u, longest}) {
      const auto found = by.batch_product({limbs, 1, limbs + 1, 1}, algorithm::bytes);
      EXPECT_EQ(found.how, algorithm::bytes);
      EXPECT_EQ(found.team.order, kernels::product_order::bytes);
      EXPECT_EQ(found.team.shape.limbs, limbs <= 32 ? 32 : 64);
    }
    EXPECT_THROW(by.batch_product({1, longest + 1, longest + 2, 1}, algorithm::bytes), std::length_error);
    EXPECT_EQ(by.batch_product({1, longest + 1, longest, 1}, algorithm::bytes).how, algorithm::bytes)
        << "limbs above the wanted ones do not count";
  }
}

}  // namespace

}  // namespace gbi::test
