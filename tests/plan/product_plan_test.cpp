/// \file
/// A plan answers every question that its execution asks, without contradictions.
#include "src/plan/product_plan.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "src/plan/batch_plan.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::convolution, plan::plan_product, plan::product_plan, plan::repair, plan::tuning;

constexpr verification modes[] = {verification::off, verification::monitor, verification::residue};

/// Properties of every plan for such a shape.
void expect_whole(const tuning& tuned, verification mode, const plan::product_shape& shape,
                  const product_plan& found) {
  ASSERT_TRUE(found.how == algorithm::schoolbook || found.how == algorithm::bytes ||
              found.how == algorithm::fft);
  EXPECT_EQ(found.columns != kernels::column_form::digits, found.how == algorithm::bytes);
  ASSERT_NE(found.form, convolution::automatic);
  ASSERT_GE(found.at_once, 1u);
  EXPECT_LE(found.at_once, shape.batch);
  ASSERT_GE(found.pieces_at_once, 1u);
  EXPECT_LE(found.pieces_at_once, found.transforms.pieces);
  const plan::fft_plan& fft = found.transforms.fft;
  if (found.transforms.pieces == 1) {
    EXPECT_TRUE(found.at_once == 1 || found.at_once * found.workspace_bytes <= tuned.workspace_bytes);
  } else {
    EXPECT_EQ(found.at_once, 1u);
    EXPECT_LE(shape.out, shape.a + shape.b);
  }
  if (found.how != algorithm::fft) return;
  EXPECT_GE(found.workspace_bytes, plan::workspace_of(fft));
  EXPECT_EQ(found.truncated, shape.out < shape.a + shape.b && plan::verifies(tuned, mode, shape.a, shape.b));
  if (!fft.verified) return;
  EXPECT_NE(mode, verification::off);
  EXPECT_EQ(found.check.how, mode);
  EXPECT_GE(found.check.blocks, 1u);
  if (found.check.again == repair::by_transform) {
    EXPECT_FALSE(found.check.proven.verified);
    EXPECT_GE(found.check.proven.shape.points, fft.shape.points);
    EXPECT_GE(found.workspace_bytes, plan::workspace_of(found.check.proven));
  }
}

TEST(PlanProduct, TransformsGrowWithTheProduct) {
  for (const char* architecture : {"host", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    std::uint64_t before = 0;
    for (std::size_t n = 3000; n < 12'000; n += 16) {
      const plan::product_shape one{.a = n, .b = n, .out = 2 * n, .batch = 1};
      const product_plan found = plan_product(tuned, verification::residue, one);
      if (found.how != algorithm::fft || found.transforms.fft.verified) continue;
      const plan::fft_plan& fft = found.transforms.fft;
      EXPECT_GE(fft.shape.points, before) << n << " limbs";
      EXPECT_GE(fft.shape.points, plan::digits_of(n, fft.digit_bits)) << n << " limbs";
      before = fft.shape.points;
    }
  }
}

TEST(PlanProduct, AnswersEverythingAtOnce) {
  random_source random(test_seed());
  for (const char* architecture : {"host", "sm_80", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    for (int round = 0; round < 1000 && !testing::Test::HasFailure(); ++round) {
      plan::product_shape shape{.a = random.log_uniform(1, std::uint64_t{1} << 26),
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
        expect_whole(tuned, mode, shape, plan_product(tuned, mode, shape));
    }
  }
}

TEST(PlanProduct, TakesNoMoreOfOperandsThanTheResultNeeds) {
  const tuning tuned = tuning_for("sm_90");
  const product_plan found = plan_product(tuned, verification::off, {1 << 20, 1 << 20, 20'000}),
                     short_one = plan_product(tuned, verification::off, {20'000, 20'000, 20'000});
  EXPECT_EQ(found.transforms.fft, short_one.transforms.fft);
}

TEST(PlanProduct, DoesWhatIsAskedOrRefuses) {
  const tuning tuned = tuning_for("host");
  const auto ask = [&](std::size_t a, std::size_t b, const plan::product_request& asked) {
    return plan_product(tuned, verification::residue, {a, b, a + b}, asked);
  };
  EXPECT_EQ(ask(2, 2, {.how = algorithm::fft}).how, algorithm::fft);
  EXPECT_EQ(ask(5000, 5000, {.how = algorithm::schoolbook}).how, algorithm::schoolbook);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::schoolbook, .form = convolution::in_tiles}).form,
            convolution::in_tiles);
  EXPECT_GT(ask(4, 4, {.how = algorithm::schoolbook, .form = convolution::in_tiles}).workspace_bytes, 0u);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::schoolbook, .form = convolution::by_columns}).workspace_bytes, 0u);
  EXPECT_THROW(ask(600, 600, {.how = algorithm::schoolbook, .form = convolution::in_block}),
               std::length_error);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::bytes}).how, algorithm::bytes);
  EXPECT_EQ(ask(4, 4, {.how = algorithm::bytes}).workspace_bytes, 0u);
  EXPECT_EQ(ask(kernels::longest_byte_factor, 1 << 20, {.how = algorithm::bytes}).columns,
            kernels::column_form::bytes_3);
  EXPECT_THROW(ask(kernels::longest_byte_factor + 1, 1 << 20, {.how = algorithm::bytes}), std::length_error);
  EXPECT_THROW(ask(std::size_t{1} << 40, 1000, {}), std::length_error);
}

TEST(PlanProduct, RepairsAsFitsTheSize) {
  const tuning tuned = tuning_for("sm_90");
  const auto check = [&](std::size_t limbs) {
    return plan::plan_check(tuned, verification::residue, limbs, limbs);
  };
  EXPECT_EQ(check(std::size_t{1} << 20).again, repair::by_columns);
  EXPECT_EQ(check((std::size_t{1} << 20) + 1).again, repair::by_transform);
  EXPECT_EQ(check(std::size_t{1} << 29).again, repair::by_attempt) << "no digits are proven";
}

TEST(PlanProduct, FewRowsAreThoseOfTheMeasuredGrids) {
  const tuning gpu = tuning_for("sm_90"), host = tuning_for("host");
  for (const auto& [row, few] : {std::pair{512, 660u}, std::pair{1024, 132u}}) {
    const auto rows = [&](std::uint64_t count) {
      return plan::fft_plan{{count * static_cast<std::uint64_t>(row), 1, {static_cast<int>(count), 1}, row},
                            12};
    };
    EXPECT_TRUE(plan::has_few_rows(gpu, rows(few), 1)) << row;
    EXPECT_FALSE(plan::has_few_rows(gpu, rows(few + 1), 1)) << row;
    EXPECT_TRUE(plan::has_few_rows(gpu, rows(few / 4), 4)) << row;
    EXPECT_FALSE(plan::has_few_rows(host, rows(1), 1)) << row;
  }
  EXPECT_FALSE(plan::has_few_rows(gpu, {{256, 1, {1, 1}, 256}, 12}, 1)) << "there is no other kernel";
}

TEST(PlanKeptProduct, HasTransformsOutsideABlock) {
  const tuning tuned = tuning_for("sm_90");
  EXPECT_FALSE(plan::plan_kept_product(tuned, verification::residue, 10, 10));
  const auto found = plan::plan_kept_product(tuned, verification::residue, 1 << 18, 1 << 18);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->transforms.pieces, 1u);
  EXPECT_GT(found->transforms.fft.shape.column_passes, 0);
  const auto cut = plan::plan_kept_product(tuned, verification::residue, 1 << 29, 1 << 29);
  ASSERT_TRUE(cut);
  EXPECT_GT(cut->transforms.pieces, 1u);
}

TEST(PlanBatchProduct, IsOfTeamsOrFitsABlock) {
  for (const char* architecture : {"host", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    for (std::uint32_t a = 1; a <= 1024; a = a * 5 / 4 + 1)
      for (const algorithm how : {algorithm::automatic, algorithm::schoolbook, algorithm::fft}) {
        const auto found = plan::plan_batch_product(tuned, {a, 1024 - a + 1, 1024, 100}, how);
        EXPECT_TRUE(how == algorithm::automatic || found.how == how);
        if (found.how == algorithm::fft)
          EXPECT_EQ(found.fft.shape.column_passes, 0);
        else
          EXPECT_GT(found.team.shape.threads, 0);
      }
    EXPECT_THROW(plan::plan_batch_product(tuned, {1 << 16, 1 << 16, 1 << 17, 1}, algorithm::fft),
                 std::length_error);
    constexpr std::uint32_t longest = plan::longest_byte_limbs;
    for (const std::uint32_t limbs : {1u, 32u, 33u, longest}) {
      const auto found = plan::plan_batch_product(tuned, {limbs, 1, limbs + 1, 1}, algorithm::bytes);
      EXPECT_EQ(found.how, algorithm::bytes);
      EXPECT_EQ(found.team.order, kernels::product_order::bytes);
      EXPECT_EQ(found.team.shape.limbs, limbs <= 32 ? 32 : 64);
    }
    EXPECT_THROW(plan::plan_batch_product(tuned, {1, longest + 1, longest + 2, 1}, algorithm::bytes),
                 std::length_error);
    EXPECT_EQ(plan::plan_batch_product(tuned, {1, longest + 1, longest, 1}, algorithm::bytes).how,
              algorithm::bytes)
        << "limbs above the wanted ones do not count";
  }
}

}  // namespace

}  // namespace gbi::test
