/// \file
/// Every batch width has a team, and windows grow with the exponent.
#include "src/plan/team_shape.hpp"

#include <gtest/gtest.h>

#include "tests/plan/devices.hpp"

namespace gbi::plan {

namespace {

constexpr std::size_t many = std::size_t{1} << 20;
const tuning host = test::tuning_for("host"), sm_90 = test::tuning_for("sm_90");
constexpr auto doubles = kernels::arithmetic::doubles, words = kernels::arithmetic::words;

TEST(TeamShape, SmallBatchesGetMoreThreads) {
  for (const std::uint32_t limbs : {8, 16, 24, 32, 48, 64, 128})
    EXPECT_GT(choose_team(limbs, 100, sm_90, doubles).threads,
              choose_team(limbs, many, sm_90, doubles).threads)
        << limbs << " limbs";
}

TEST(TeamShape, HoldsEveryWidthWithLittleLeftOver) {
  for (std::uint32_t i = 2; i <= 2 * longest_batch_limbs + 1; ++i) {
    const std::uint32_t limbs = i / 2;
    const kernels::team_shape team = choose_team(limbs, i % 2 == 0 ? 1 : many, sm_90, doubles);
    const auto held = static_cast<std::uint32_t>(team.threads * team.limbs);
    EXPECT_GE(held, limbs);
    EXPECT_LE(held, 2 * limbs + 1) << limbs << " limbs";
    if (limbs <= 192) {
      EXPECT_LE(held, limbs + limbs / 2 + 2) << limbs << " limbs";
    }
    EXPECT_EQ(team.threads & (team.threads - 1), 0);
    EXPECT_TRUE(team.threads <= 32 || team.limbs == 4);
  }
  EXPECT_THROW(choose_team(longest_batch_limbs + 1, many, sm_90, doubles), std::logic_error);
}

TEST(TeamShape, HoldsUsualWidthsExactly) {
  for (const std::uint32_t bits : {128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288})
    for (const std::size_t elements : {std::size_t{1}, many}) {
      const kernels::team_shape team = choose_team(bits / 64, elements, sm_90, doubles);
      EXPECT_EQ(static_cast<std::uint32_t>(team.threads * team.limbs * 64), bits);
    }
}

TEST(TeamShape, OfProductsHoldsTheColumnsThatAreWanted) {
  for (std::uint32_t limbs = 1; limbs <= longest_batch_limbs; ++limbs)
    for (const std::uint32_t end : {limbs, limbs + 1, 2 * limbs})
      for (const std::size_t elements : {std::size_t{1}, many}) {
        const product_team team = choose_product_team({1 + limbs / 2, limbs, end, elements}, sm_90);
        const bool low = end <= limbs;
        EXPECT_EQ(team.order == kernels::product_order::low_block_columns, low);
        const auto held = static_cast<std::uint32_t>(team.shape.threads * team.shape.limbs) * (low ? 2 : 1);
        EXPECT_GE(held, limbs);
        EXPECT_LE(held, 2 * limbs + 11) << limbs << " limbs";
        EXPECT_EQ(team.shape.threads & (team.shape.threads - 1), 0);
        EXPECT_TRUE(team.shape.threads <= 32 || team.shape.limbs == 4);
      }
  EXPECT_THROW(choose_product_team({1, 2 * longest_batch_limbs + 1, 1, many}, sm_90), std::logic_error);
}

TEST(TeamShape, OfProductsTakesBlocksOfWhichNothingIsLeftOver) {
  using kernels::product_order;
  const auto expect = [](std::uint32_t bits, std::uint32_t end, product_order order, int limbs) {
    const product_team team = choose_product_team({bits / 64, bits / 64, end / 64, many}, sm_90);
    EXPECT_EQ(team.order, order) << bits << " bits modulo 2^" << end;
    EXPECT_EQ(team.shape.limbs, limbs) << bits << " bits modulo 2^" << end;
  };
  for (const std::uint32_t bits : {2048, 4096, 8192, 16384, 32768}) {
    expect(bits, 2 * bits, product_order::block_columns, 4);
    expect(bits, bits, product_order::low_block_columns, 4);
  }
  for (const std::uint32_t bits : {3072, 6144, 12288}) {
    expect(bits, 2 * bits, product_order::block_columns, 6);
    expect(bits, bits, product_order::low_block_columns, 6);
  }
  for (const std::uint32_t bits : {256, 512, 1024, 1536}) {
    expect(bits, 2 * bits, product_order::threads, static_cast<int>(bits / 64));
    expect(bits, bits, product_order::low_block_columns, bits == 1536 ? 6 : bits == 256 ? 2 : 4);
  }
  EXPECT_EQ(choose_product_team({16, 16, 32, 10}, sm_90).shape.limbs, 2) << "a small batch";
  EXPECT_EQ(choose_product_team({16, 16, 32, 10}, sm_90).order, product_order::block_columns);
}

TEST(TeamShape, OfPrimeTestsHasSpareBits) {
  for (std::uint32_t limbs = 1; limbs <= longest_test_limbs; ++limbs)
    for (const std::uint32_t spare : {4u, 12u}) {
      const kernels::team_shape team = choose_test_team(limbs, spare, sm_90, doubles);
      EXPECT_GE(static_cast<std::uint32_t>(team.threads * team.limbs), limbs);
      EXPECT_GE(52u * static_cast<std::uint32_t>(team.threads * kernels::thread_digits(team.limbs)),
                64 * limbs + spare);
      EXPECT_TRUE(team.threads <= 32 && (team.limbs == 4 || team.limbs == 6)) << limbs << " limbs";
    }
  EXPECT_THROW(choose_test_team(longest_test_limbs + 1, 4, sm_90, words), std::logic_error);
}

TEST(TeamShape, OfWordsOnTheHostIsNarrow) {
  for (std::uint32_t limbs = 1; limbs <= longest_batch_limbs; ++limbs)
    for (const std::size_t elements : {std::size_t{1}, many}) {
      const kernels::team_shape team = choose_team(limbs, elements, host, words);
      EXPECT_EQ(team.limbs, 4) << limbs << " limbs";
      EXPECT_GE(static_cast<std::uint32_t>(team.threads * team.limbs), limbs);
    }
  for (std::uint32_t limbs = 1; limbs <= longest_test_limbs * 2 / 3; ++limbs)
    EXPECT_EQ(choose_test_team(limbs, 4, host, words).limbs, 4) << limbs << " limbs";
  EXPECT_EQ(choose_team(8, many, host, doubles).limbs, 8);
  EXPECT_EQ(choose_team(8, many, sm_90, words).limbs, 8);
}

TEST(Arithmetic, IsOfDoublesWhereTheyAreFast) {
  const auto choice = [](int fp32_per_fp64) {
    return choose_arithmetic(modular_arithmetic::automatic,
                             resolve_tuning(test::device_called("sm_80", 108, fp32_per_fp64), {}));
  };
  EXPECT_EQ(choice(2), kernels::arithmetic::doubles);
  for (const int slow : {24, 32, 64}) EXPECT_EQ(choice(slow), kernels::arithmetic::words) << slow;
  EXPECT_EQ(choose_arithmetic(modular_arithmetic::automatic, sm_90, modular_operation::product),
            kernels::arithmetic::words)
      << "numbers of words need not be cut into digits and put together again";
}

TEST(Arithmetic, IsWhatIsAskedFor) {
  EXPECT_EQ(choose_arithmetic(modular_arithmetic::words, sm_90), kernels::arithmetic::words);
  EXPECT_EQ(choose_arithmetic(modular_arithmetic::doubles, sm_90, modular_operation::product),
            kernels::arithmetic::doubles);
}

TEST(Quotients, AreOfOneThreadForShortModuliAndLargeBatches) {
  constexpr auto automatic = modular_arithmetic::automatic;
  for (std::uint32_t limbs = 1; limbs <= 32; ++limbs) {
    const int held = limbs_of_quotients(automatic, sm_90, limbs, many);
    EXPECT_GE(held, static_cast<int>(limbs));
    EXPECT_LE(held, static_cast<int>(limbs + limbs / 2 + 1)) << limbs << " limbs";
    EXPECT_EQ(limbs_of_quotients(automatic, host, limbs, 1), held);
    EXPECT_EQ(limbs_of_quotients(automatic, sm_90, limbs, 1), limbs <= 8 ? held : 0);
  }
  EXPECT_EQ(limbs_of_quotients(automatic, sm_90, 16, 8191), 0);
  EXPECT_EQ(limbs_of_quotients(automatic, sm_90, 16, 8192), 16);
  EXPECT_EQ(limbs_of_quotients(automatic, sm_90, 33, many), 0);
  EXPECT_EQ(limbs_of_quotients(modular_arithmetic::words, sm_90, 4, many), 0);
}

TEST(Quotients, AreNotWhatAnEnvironmentWithAnArithmeticWants) {
  environment asked;
  asked.modular_arithmetic = "words";
  const tuning by_words = resolve_tuning(test::device_called("sm_90"), asked);
  EXPECT_EQ(limbs_of_quotients(modular_arithmetic::automatic, by_words, 4, many), 0);
  EXPECT_EQ(choose_product_team({4, 4, 8, many}, by_words).order, kernels::product_order::threads);
}

TEST(Window, GrowsWithTheExponent) {
  EXPECT_EQ(choose_window(0), 1u);
  EXPECT_EQ(choose_window(1024), 5u);
  EXPECT_EQ(choose_window(2048), 6u);
  for (std::uint32_t bits = 1; bits < 70000; bits += 97)
    EXPECT_GE(choose_window(bits + 97), choose_window(bits));
}

}  // namespace

}  // namespace gbi::plan
