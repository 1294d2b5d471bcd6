/// \file
/// Reciprocals by one block and by the whole iteration. They must have the properties that the proof
/// guarantees.
#include "src/arithmetic/reciprocal.hpp"

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "kernels/division/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Reciprocal : public on_executor {
 protected:
  /// Divisors on both sides of the values at which digits change, and others.
  std::vector<named_limbs> divisors(std::size_t n) {
    std::vector<named_limbs> result = hostile_limbs(random, n);
    constexpr std::uint64_t half = std::uint64_t{1} << 63, ones = ~std::uint64_t{0};
    limbs power(n, 0), above(n, 0), below(n, ones), all(n, ones), second(n, 0);
    above.front() = 1;
    if (n > 1) second[n - 2] = ones;
    for (limbs* v : {&power, &above, &second}) v->back() = half;
    below.back() = half - 1 + half;
    result.insert(result.end(), {{"a power of 2", power},
                                 {"a power of 2, and 1", above},
                                 {"half, then ones in one limb", second},
                                 {"ones but for one", below},
                                 {"ones", all},
                                 {"random", random_limbs(random, n)}});
    for (named_limbs& pattern : result) {
      pattern.value.resize(n);
      pattern.value.back() |= half;
    }
    return result;
  }

  /// Checks 0 < missing < 4 v with missing = 2^(64 (n + p)) - v X. After a step of the iteration the bound is
  /// 1 + 2^-11, and `missing` is at least 12 2^-64 v.
  static void expect_reciprocal(std::span<const std::uint64_t> v, std::span<const std::uint64_t> x,
                                const std::string& name) {
    const std::uint64_t p = x.size() - 1, n = v.size();
    const integer d(v), missing = (integer(1) << 64 * (n + p)) - d * integer(x);
    ASSERT_GT(missing, integer(0)) << name << ", " << n << " limbs to " << p;
    ASSERT_LT(missing, d << 2) << name << ", " << n << " limbs to " << p;
    if (p <= 4) return;  // divided directly, without a step
    ASSERT_LT(missing << 11, d * integer((1 << 11) + 1)) << name << ", " << n << " limbs to " << p;
    ASSERT_GE(missing << 64, d * integer(12)) << name << ", " << n << " limbs to " << p;
  }

  /// One block for each divisor, all in one launch. Memory after each reciprocal must not change.
  void expect_block(std::size_t n, std::uint64_t p) {
    constexpr std::uint64_t guard = 0x9b05688c2b3e6c1f;
    const std::vector<named_limbs> all = divisors(n);
    limbs v;
    for (const named_limbs& one : all) v.insert(v.end(), one.value.begin(), one.value.end());
    const std::uint64_t stride = p + 1 + random.below(3);
    limbs x(stride * all.size(), guard);
    const exec::buffer<limb> from(executor(), std::span<const limb>(v)),
        to(executor(), std::span<const limb>(x));
    executor().launch(kernels::reciprocal_arguments{
        {from.data(), n, n}, {to.data(), p + 1, stride}, static_cast<std::uint32_t>(all.size())});
    executor().download(x.data(), to.data(), x.size() * sizeof(limb));
    for (std::size_t g = 0; g < all.size(); ++g) {
      const std::span<const limb> found = std::span<const limb>(x).subspan(g * stride, stride);
      expect_reciprocal(all[g].value, found.first(p + 1), all[g].name);
      for (const limb behind : found.subspan(p + 1)) ASSERT_EQ(behind, guard) << "written behind the end";
    }
  }
};

TEST_P(Reciprocal, EveryShortLengthInABlock) {
  for (std::uint64_t p = 1; p <= 40; ++p)
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}, p + random.below(4), 2 * p + 1})
      expect_block(n, p);
}

// Small blocks hold up to 125 limbs, large ones up to 1021.
TEST_P(Reciprocal, LengthsAtTheLimitsOfTheBlocks) {
  for (const std::uint64_t p : {64, 65, 66, 124, 125, 126, 129, 130, 257, 258, 259, 513, 514, 515,
                                kernels::block_reciprocal_limbs - 1, kernels::block_reciprocal_limbs + 0}) {
    if (p > 300 && is_shuffled() && random.below(3) != 0) continue;
    expect_block(p + random.below(4), p);
  }
}

TEST_P(Reciprocal, RandomLengthsInABlock) {
  for (int round = 0; round < 20; ++round) {
    const std::uint64_t p = random.log_uniform(1, size({1021, 200, 1021}));
    expect_block(random.log_uniform(1, 2 * p + 2), p);
  }
}

TEST_P(Reciprocal, BelowAndClose) {
  auto& engine = *detail::engine_of(here());
  const std::uint64_t first = engine.tuning().division.reciprocal_limbs;
  for (const std::uint64_t n : {1, 2, 25, 100, 333, 2500})
    for (const std::uint64_t precision :
         std::vector<std::uint64_t>{1, 4, 47, first, first + 1, 2 * first - 1, 2 * first, 400, 3500}) {
      if (std::max(n, precision) > 400 && is_shuffled()) continue;
      std::vector<named_limbs> all = divisors(n);
      std::shuffle(all.begin(), all.end(), std::mt19937_64(random.bits()));
      if (std::max(n, precision) > 300) all.resize(4);
      for (const named_limbs& pattern : all) {
        const exec::buffer<limb> divisor(executor(), std::span<const limb>(pattern.value));
        const auto found = arithmetic::reciprocals(engine, {divisor.data(), n, n}, 1, precision);
        limbs x(precision + 1);
        executor().download(x.data(), found.data(), x.size() * sizeof(limb));
        expect_reciprocal(pattern.value, x, pattern.name);
      }
    }
}

// By every route, whatever the policy prefers: in one block if the reciprocal fits, by columns, and by
// transforms with and without wrap-around.
TEST_P(Reciprocal, EveryWay) {
  auto& engine = *detail::engine_of(here());
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t precision = random.log_uniform(5, size({1500, 250, 9000}));
    const std::uint64_t n =
        random.coin() ? precision + random.below(9) : random.log_uniform(1, 2 * precision);
    const std::vector<named_limbs> all = divisors(n);
    const named_limbs& pattern = all[random.below(all.size())];
    const exec::buffer<limb> divisor(executor(), std::span<const limb>(pattern.value));
    const auto block = random.log_uniform(5, kernels::block_reciprocal_limbs);
    for (const double columns : {0.0, 1e4, 1e9}) {
      arithmetic::growing_reciprocals found(engine, 1, precision, {block, columns});
      found.begin({divisor.data(), n, n}, precision);
      limbs x(precision + 1);
      executor().download(x.data(), found.leading(precision).limbs, x.size() * sizeof(limb));
      expect_reciprocal(
          pattern.value, x,
          pattern.name + ", block " + std::to_string(block) + ", columns " + std::to_string(columns));
    }
  }
}

TEST_P(Reciprocal, Batches) {
  auto& engine = *detail::engine_of(here());
  for (const std::uint64_t n : {3, 60, 300})
    for (const std::uint64_t precision : std::vector<std::uint64_t>{5, 67, 140, size({500, 300, 3000})}) {
      const std::vector<named_limbs> all = divisors(n);
      limbs v;
      for (const named_limbs& one : all) v.insert(v.end(), one.value.begin(), one.value.end());
      const exec::buffer<limb> from(executor(), std::span<const limb>(v));
      const auto found = arithmetic::reciprocals(engine, {from.data(), n, n},
                                                 static_cast<std::uint32_t>(all.size()), precision);
      limbs x(all.size() * (precision + 1));
      executor().download(x.data(), found.data(), x.size() * sizeof(limb));
      for (std::size_t g = 0; g < all.size(); ++g)
        expect_reciprocal(all[g].value, std::span<const limb>(x).subspan(g * (precision + 1), precision + 1),
                          all[g].name);
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Reciprocal);

}  // namespace

}  // namespace gbi::test
