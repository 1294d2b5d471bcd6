/// \file
/// The planner's choice of algorithm, at its limits on every device.
#include "src/plan/route.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/convolution/arguments.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/team_shape.hpp"
#include "tests/plan/devices.hpp"

namespace gbi::test {

namespace {

using plan::planner, plan::product_shape, plan::tuning;

algorithm choose_algorithm(algorithm asked, std::size_t a, std::size_t b, const tuning& tuned,
                           std::size_t batch = 1,
                           plan::batch_layout layout = plan::batch_layout::side_by_side,
                           std::size_t out = ~std::size_t{0}) {
  return planner(tuned, verification::residue).choose_algorithm({a, b, out, batch}, asked, layout);
}

kernels::column_form choose_byte_columns(const product_shape& shape, const tuning& tuned) {
  return planner(tuned, verification::residue).choose_byte_columns(shape);
}

plan::convolution choose_convolution(plan::convolution asked, const product_shape& shape,
                                     const tuning& tuned) {
  return planner(tuned, verification::residue).choose_convolution(shape, asked);
}

/// The tuning without convolutions of bytes outside batches.
tuning without_bytes(tuning tuned) {
  tuned.convolution.byte_shorter_limbs = ~std::size_t{0};
  return tuned;
}

TEST(ChooseAlgorithm, DoesWhatIsAskedBeforeWhatIsPreferred) {
  tuning tuned = tuning_for("sm_90");
  tuned.product.preferred = algorithm::fft;
  EXPECT_EQ(choose_algorithm(algorithm::schoolbook, 1, 1, tuned), algorithm::schoolbook);
  EXPECT_EQ(choose_algorithm(algorithm::automatic, 1, 1, tuned), algorithm::fft);
  tuned.product.preferred = algorithm::schoolbook;
  EXPECT_EQ(choose_algorithm(algorithm::fft, 1, 1, tuned), algorithm::fft);
  EXPECT_EQ(choose_algorithm(algorithm::automatic, 1 << 20, 1 << 20, tuned), algorithm::schoolbook);
}

TEST(ChooseAlgorithm, TilesShortOperandsAndSmallProducts) {
  for (const char* architecture : {"host", "sm_80", "sm_90"}) {
    const tuning tuned = without_bytes(tuning_for(architecture));
    const plan::product_tuning& limits = tuned.product;
    const auto choice = [&](std::size_t a, std::size_t b) {
      EXPECT_EQ(choose_algorithm(algorithm::automatic, a, b, tuned),
                choose_algorithm(algorithm::automatic, b, a, tuned));
      return choose_algorithm(algorithm::automatic, a, b, tuned);
    };
    const std::size_t shorter = limits.schoolbook_shorter_limbs, total = limits.schoolbook_total_limbs;
    ASSERT_GT(shorter, 0u);
    ASSERT_GT(total, 2 * shorter) << "else the second limit says nothing";
    EXPECT_EQ(choice(shorter, std::size_t{1} << 24), algorithm::schoolbook);
    EXPECT_EQ(choice(shorter + 1, std::size_t{1} << 24), algorithm::fft);
    EXPECT_EQ(choice(total / 2, total - total / 2), algorithm::schoolbook);
    EXPECT_EQ(choice(total / 2, total - total / 2 + 1), algorithm::fft);
  }
}

// On a GPU with few doubles, or if the environment says so.
TEST(ChooseAlgorithm, LongProductsAreExactWhereDoublesAreFew) {
  const exec::device_properties few = device_called("sm_120", 170, 64);
  const tuning tuned = plan::resolve_tuning(few, {});
  const auto choice = [&](std::size_t a, std::size_t b, std::size_t batch = 1,
                          plan::batch_layout layout = plan::batch_layout::side_by_side) {
    return choose_algorithm(algorithm::automatic, a, b, tuned, batch, layout);
  };
  const std::size_t total = tuned.product.exact_total_limbs;
  constexpr std::size_t longest = std::size_t{1} << 27;
  ASSERT_GT(total, tuned.product.schoolbook_total_limbs) << "else the limit says nothing";
  ASSERT_LT(total, std::size_t{1} << 21);
  EXPECT_EQ(choice(total / 2, total - total / 2), algorithm::exact);
  EXPECT_EQ(choice(total / 2, total - total / 2 - 1), algorithm::fft);
  EXPECT_EQ(choice(total - 100, 100), algorithm::exact) << "both operands count";
  EXPECT_EQ(choice(longest - 1, longest - 1), algorithm::exact);
  EXPECT_EQ(choice(longest, longest), algorithm::fft) << "longer than the longest exact one";
  EXPECT_EQ(choice(1024, 1024, 1 << 20), algorithm::fft) << "many short ones";
  EXPECT_EQ(choice(1 << 20, 1 << 20, 4), algorithm::exact);
  EXPECT_EQ(choice(1 << 20, 1 << 20, 4, plan::batch_layout::interleaved), algorithm::fft);
  const tuning integers = without_bytes(plan::resolve_tuning(few, {.transforms = "integers"}));
  const std::size_t shortest = integers.product.schoolbook_total_limbs + 1;
  EXPECT_EQ(choose_algorithm(algorithm::automatic, shortest / 2, shortest - shortest / 2, integers),
            algorithm::exact);
  EXPECT_EQ(choose_algorithm(algorithm::automatic, shortest / 2, shortest / 2, integers),
            algorithm::schoolbook);
  const tuning doubles = plan::resolve_tuning(few, {.transforms = "doubles"});
  EXPECT_EQ(choose_algorithm(algorithm::automatic, 1 << 20, 1 << 20, doubles), algorithm::fft);
  EXPECT_EQ(choose_algorithm(algorithm::fft, 1 << 20, 1 << 20, tuned), algorithm::fft) << "asked for";
}

TEST(ChooseAlgorithm, BatchesOfManyLimbProductsTakeTransforms) {
  const tuning tuned = without_bytes(tuning_for("sm_90"));
  const std::size_t limbs = 1024, most = tuned.product.schoolbook_limb_products / (limbs * limbs);
  const auto choice = [&](std::size_t batch, plan::batch_layout layout = plan::batch_layout::side_by_side) {
    return choose_algorithm(algorithm::automatic, limbs, limbs, tuned, batch, layout);
  };
  ASSERT_GE(most, 1u);
  EXPECT_EQ(choice(most), algorithm::schoolbook);
  EXPECT_EQ(choice(most + 1), algorithm::fft);
  EXPECT_EQ(choice(most + 1, plan::batch_layout::interleaved), algorithm::schoolbook);
}

TEST(ChooseAlgorithm, BatchesTakeTransformsThatFitABlock) {
  for (const char* architecture : {"host", "sm_80", "sm_90"})
    for (const auto layout : {plan::batch_layout::side_by_side, plan::batch_layout::interleaved}) {
      tuning tuned = tuning_for(architecture);
      tuned.batch.byte_batch = tuned.batch.byte_rows = ~std::size_t{0};
      const plan::batch_tuning& limits = tuned.batch;
      const auto choice = [&](std::size_t a, std::size_t b, std::size_t batch) {
        EXPECT_EQ(choose_algorithm(algorithm::automatic, a, b, tuned, batch, layout),
                  choose_algorithm(algorithm::automatic, b, a, tuned, batch, layout));
        return choose_algorithm(algorithm::automatic, a, b, tuned, batch, layout);
      };
      const std::size_t many = limits.transform_batch;
      const std::size_t from = layout == plan::batch_layout::interleaved ? limits.interleaved_transform_limbs
                                                                         : limits.transform_limbs;
      ASSERT_TRUE(plan::transforms_fit_block(plan::product_shape::whole(from, from)));
      EXPECT_EQ(choice(from, from, many), algorithm::fft);
      EXPECT_EQ(choice(from - 1, from - 1, many), algorithm::schoolbook);
      const auto are_few = [&](std::size_t limb_products) {
        return layout == plan::batch_layout::interleaved ||
               limb_products <= tuned.product.schoolbook_limb_products;
      };
      if (are_few((many - 1) * from * from)) {
        EXPECT_EQ(choice(from, from, many - 1), choice(from, from, 1));
      }
      EXPECT_EQ(choice(from / 2, 8 * from, many),
                are_few(many * 4 * from * from) ? algorithm::schoolbook : algorithm::fft);
      EXPECT_EQ(choice(from, std::size_t{1} << 20, many), choice(from, std::size_t{1} << 20, 1))
          << "too long for a block";
    }
}

TEST(ChooseAlgorithm, LowHalvesTakeTransformsAtTwiceTheLength) {
  for (const char* architecture : {"host", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    const std::size_t from = 2 * tuned.batch.interleaved_transform_limbs;
    const auto choice = [&](std::size_t limbs, std::size_t end, plan::batch_layout layout) {
      return choose_algorithm(algorithm::automatic, limbs, limbs, tuned, 1024, layout, end);
    };
    EXPECT_EQ(choice(from, from, plan::batch_layout::interleaved), algorithm::fft);
    EXPECT_EQ(choice(from - 1, from - 1, plan::batch_layout::interleaved),
              from - 1 <= tuned.product.schoolbook_total_limbs / 2 ? algorithm::schoolbook : algorithm::fft);
    EXPECT_EQ(choice(from - 1, from, plan::batch_layout::interleaved), algorithm::fft) << "not the low half";
    EXPECT_EQ(choice(from, from, plan::batch_layout::side_by_side),
              choice(from, 2 * from, plan::batch_layout::side_by_side));
  }
}

TEST(ChooseAlgorithm, BatchesTakeBytesWhereTeamsWouldTakeLonger) {
  tuning tuned = tuning_for("sm_90");
  tuned.batch.byte_batch = 1000;
  tuned.batch.bytes = {.short_run = 30 * 30, .run = 40 * 40};
  tuned.batch.low_bytes = {.short_run = 31 * 31, .run = 50 * 50};
  const auto choice = [&](std::size_t a, std::size_t b, std::size_t end, std::size_t batch = 1000,
                          plan::batch_layout layout = plan::batch_layout::interleaved) {
    return choose_algorithm(algorithm::automatic, a, b, tuned, batch, layout, end);
  };
  EXPECT_EQ(choice(30, 30, 60), algorithm::bytes);
  EXPECT_EQ(choice(29, 30, 59), algorithm::schoolbook);
  EXPECT_EQ(choice(30, 30, 60, 999), algorithm::schoolbook) << "a small batch";
  EXPECT_EQ(choice(30, 30, 60, 1000, plan::batch_layout::side_by_side), algorithm::schoolbook);
  EXPECT_EQ(choice(30, 30, 30), algorithm::schoolbook) << "the low half";
  EXPECT_EQ(choice(31, 31, 31), algorithm::bytes);
  EXPECT_EQ(choice(33, 33, 66), algorithm::schoolbook) << "longer runs";
  EXPECT_EQ(choice(40, 40, 80), algorithm::bytes);
  EXPECT_EQ(choice(80, 80, 160), algorithm::bytes) << "four pairs of runs";
  EXPECT_EQ(choice(79, 80, 159), algorithm::schoolbook);
  EXPECT_EQ(choice(80, 40, 120), algorithm::bytes) << "two pairs";
  EXPECT_EQ(choice(plan::longest_byte_limbs, plan::longest_byte_limbs, 512), algorithm::bytes);
  EXPECT_EQ(choice(plan::longest_byte_limbs + 1, plan::longest_byte_limbs, 512), algorithm::fft);
  tuned.batch.byte_batch = ~std::size_t{0};
  EXPECT_EQ(choice(30, 30, 60), algorithm::schoolbook);
}

TEST(ChooseAlgorithm, LargeBatchesSideBySideTakeBytes) {
  tuning tuned = tuning_for("sm_90");
  tuned.batch.byte_rows = 700;
  const auto choice = [&](std::size_t a, std::size_t b, std::size_t end, std::size_t batch = 700,
                          plan::batch_layout layout = plan::batch_layout::side_by_side) {
    return choose_algorithm(algorithm::automatic, a, b, tuned, batch, layout, end);
  };
  for (const std::size_t limbs : {1, 10, 100, 256})
    EXPECT_EQ(choice(limbs, limbs, 2 * limbs), algorithm::bytes);
  EXPECT_EQ(choice(10, 20, 40), algorithm::bytes);
  EXPECT_NE(choice(10, 20, 41), algorithm::bytes) << "longer than twice the longer operand";
  EXPECT_NE(choice(257, 20, 277), algorithm::bytes);
  EXPECT_NE(choice(20, 20, 40, 699), algorithm::bytes);
  tuned.batch.byte_rows = 1;
  EXPECT_NE(choice(20, 20, 40, 1), algorithm::bytes) << "a single product may have a sign";
  EXPECT_EQ(choice(20, 20, 40, 2), algorithm::bytes);
  EXPECT_NE(choice(20, 20, 40, 700, plan::batch_layout::interleaved), algorithm::bytes);
}

TEST(ChooseAlgorithm, TakesBytesBetweenTheirLimits) {
  tuning tuned = tuning_for("sm_90");
  tuned.convolution.byte_shorter_limbs = 500;
  tuned.convolution.byte_total_limbs = 40000;
  tuned.convolution.byte_limb_products = 4000.0 * 4000;
  const auto choice = [&](std::size_t a, std::size_t b, std::size_t batch = 1) {
    EXPECT_EQ(choose_algorithm(algorithm::automatic, a, b, tuned, batch),
              choose_algorithm(algorithm::automatic, b, a, tuned, batch));
    return choose_algorithm(algorithm::automatic, a, b, tuned, batch);
  };
  EXPECT_EQ(choice(500, 500), algorithm::bytes);
  EXPECT_EQ(choice(500, 499), algorithm::schoolbook);
  EXPECT_EQ(choice(500, 32000), algorithm::bytes);
  EXPECT_EQ(choice(500, 32001), algorithm::fft);
  EXPECT_EQ(choice(4000, 4000), algorithm::bytes);
  EXPECT_TRUE(planner(tuned, verification::residue).prefers_transforms(product_shape::whole(4000, 4000)))
      << "by no bytes";
  EXPECT_FALSE(planner(tuned, verification::residue).prefers_transforms(product_shape::whole(1000, 1000)));
  EXPECT_EQ(choice(4000, 4001), algorithm::fft);
  EXPECT_EQ(choice(1000, 1000, 16), algorithm::bytes);
  EXPECT_EQ(choice(1000, 1000, 17), algorithm::fft);
  EXPECT_EQ(choose_algorithm(algorithm::automatic, 512, 512, tuned, 1, plan::batch_layout::interleaved),
            algorithm::schoolbook)
      << "another layout";
  EXPECT_EQ(choose_algorithm(algorithm::bytes, 8, 8, tuned), algorithm::bytes) << "asked for";
  EXPECT_EQ(planner(tuned, verification::residue).choose_columns({500, 500, 400}),
            kernels::column_form::bytes_2);
  EXPECT_EQ(planner(tuned, verification::residue).choose_columns({499, 500, 400}),
            kernels::column_form::digits);
  EXPECT_EQ(choice(500, 500, 40), algorithm::bytes);
  EXPECT_EQ(choice(500, 500, 41), algorithm::schoolbook) << "too many limbs";
  tuned.convolution.byte_total_limbs = 1 << 22;
  tuned.convolution.byte_limb_products = 1e12;
  EXPECT_EQ(choice(kernels::longest_byte_factor, 1 << 20), algorithm::bytes);
  EXPECT_EQ(choice(kernels::longest_byte_factor + 1, 1 << 20), algorithm::fft) << "sums beyond 32 bits";
}

TEST(ChooseByteColumns, TakesShortBlocksWhileTheyAreFew) {
  tuning tuned = tuning_for("sm_90");
  tuned.convolution.byte_blocks = 10;
  const std::size_t few = 10 * kernels::column_sum_tile_limbs(kernels::column_form::bytes_2);
  EXPECT_EQ(choose_byte_columns({few, few, few}, tuned), kernels::column_form::bytes_2);
  EXPECT_EQ(choose_byte_columns({few, few, few + 1}, tuned), kernels::column_form::bytes_3);
  EXPECT_EQ(choose_byte_columns({few, few, few / 2, 3}, tuned), kernels::column_form::bytes_3);
  constexpr std::size_t most = kernels::longest_byte_factor;
  EXPECT_EQ(choose_byte_columns({most, 1 << 20, 1 << 20}, tuned), kernels::column_form::bytes_3);
  EXPECT_THROW(choose_byte_columns({most + 1, most + 1, 2 * most}, tuned), std::length_error);
}

// A batch is at most 65536 bits wide.
TEST(ChooseAlgorithm, EveryProductOfABatchFitsABlock) {
  for (std::size_t a = 1; a <= 1024; ++a)
    ASSERT_TRUE(plan::transforms_fit_block(plan::product_shape::whole(a, 1024))) << a;
}

TEST(ChooseConvolution, ShortProductsRunInOneBlock) {
  using plan::convolution;
  constexpr std::size_t most = kernels::short_product_limbs;
  for (const char* architecture : {"host", "sm_80", "sm_90"}) {
    const tuning tuned = tuning_for(architecture);
    const plan::convolution_tuning& limits = tuned.convolution;
    const auto choice = [&](std::size_t a, std::size_t b, std::size_t out, std::size_t batch = 1) {
      return choose_convolution(convolution::automatic, {a, b, out, batch}, tuned);
    };
    const convolution longer = limits.tiles ? convolution::in_tiles : convolution::by_columns;
    EXPECT_EQ(choice(1, 1, 2), convolution::in_block);
    std::size_t b = 1;  // the longest operand that one block multiplies by 40 limbs
    while (b + 40 < most && plan::limb_products_in_block({40, b + 1, b + 41}) <= limits.block_limb_products)
      ++b;
    EXPECT_EQ(choice(40, b, b + 40), convolution::in_block);
    EXPECT_EQ(choice(b, 40, b + 40), convolution::in_block);
    EXPECT_EQ(choice(40, b + 1, b + 41), convolution::in_tiles);
    EXPECT_EQ(choice(1, most - 1, most, limits.block_batch), convolution::in_block);
    EXPECT_EQ(choice(1, most, most + 1, limits.block_batch), convolution::by_limb);
    EXPECT_EQ(choice(1, most, most, limits.block_batch), convolution::by_limb);
    EXPECT_EQ(choice(1, 1, most + 1), convolution::by_limb);
    EXPECT_EQ(choice(2, most, most + 2, limits.block_batch), convolution::in_tiles);
    EXPECT_EQ(choice(64, 4 * most, 5 * most), longer);
    EXPECT_EQ(choice(4 * most, 63, 5 * most), convolution::in_tiles);
    EXPECT_EQ(choice(most / 2, most / 2, most, limits.block_batch), convolution::in_block);
    EXPECT_EQ(choice(most / 2, most / 2, most, limits.block_batch - 1), longer);
  }
}

TEST(ChooseConvolution, DoesWhatIsAskedOrRefuses) {
  using plan::convolution;
  const tuning host = tuning_for("host"), sm_90 = tuning_for("sm_90");
  EXPECT_EQ(choose_convolution(convolution::in_tiles, {1, 1, 2}, host), convolution::in_tiles);
  EXPECT_EQ(choose_convolution(convolution::in_block, {512, 512, 1024}, host), convolution::in_block);
  EXPECT_EQ(choose_convolution(convolution::by_limb, {512, 1, 513}, host), convolution::by_limb);
  EXPECT_THROW(choose_convolution(convolution::in_block, {513, 512, 1025}, sm_90), std::length_error);
  EXPECT_THROW(choose_convolution(convolution::by_limb, {2, 2, 4}, sm_90), std::length_error);
}

}  // namespace

}  // namespace gbi::test
