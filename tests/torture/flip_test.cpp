/// \file
/// Bits flip in the memory of products by transforms, whose results are verified by default: no wrong result
/// is silent.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/torture/flips.hpp"

namespace gbi::test {

namespace {

const tortured& product_by_transforms() {
  for (const tortured& one : tortured_arithmetic())
    if (std::string(one.name) == "product by transforms") return one;
  throw std::logic_error("no such operation");
}

class Flip : public testing::TestWithParam<backend> {
 protected:
  void SetUp() override {
    if (const std::string why = why_unavailable(GetParam()); !why.empty()) GTEST_SKIP() << why;
  }
  random_source random{test_seed()};
};

/// Flips before the verification: those that change the product are repaired or reported.
TEST_P(Flip, OfAVerifiedProductIsNeverSilent) {
  constexpr std::uint64_t verified_limbs = 1024, verified = verified_limbs * limb_bits;
  flip_bench bench(GetParam(), verification::residue, verified_limbs);
  const bool in_full = std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
  const int flips = in_full ? 10000 : 200;
  int changed = 0;
  std::array<int, std::size(effect_names)> counts{};
  for (int i = 0; i < flips; ++i) {
    const std::uint64_t bits = random.log_uniform(verified, 16 * verified);
    const auto result =
        bench.flip_attempt(product_by_transforms(), draw(product_by_transforms(), bits, random), random);
    if (!result) continue;
    ++counts[static_cast<std::size_t>(result->now)];
    changed += result->changed ? 1 : 0;
    ASSERT_TRUE(result->now != effect::silent && result->now != effect::at_rest)
        << "flip " << i << ", " << bits << " bits";
    const bool caught = result->now == effect::repaired || result->now == effect::reported;
    ASSERT_TRUE(caught || !result->changed) << "flip " << i << ", " << bits << " bits";
  }
  std::printf("%d products changed by flips\n", changed);
  EXPECT_GT(changed, 4);
  EXPECT_GT(counts[static_cast<std::size_t>(effect::repaired)], 4);
}

INSTANTIATE_TEST_SUITE_P(, Flip, testing::Values(backend::host, backend::cuda), [](const auto& information) {
  return std::string(information.param == backend::cuda ? "cuda" : "in_host_memory");
});

}  // namespace

}  // namespace gbi::test
