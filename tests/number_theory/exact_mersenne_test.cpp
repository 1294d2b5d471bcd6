/// \file
/// Exact squares modulo 2^p - 1, by transforms modulo 2^31 - 1 and 2^61 - 1, against GMP.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/mersenne.hpp"
#include "src/number_theory/mersenne/exact_square.hpp"
#include "src/plan/exact_plan.hpp"
#include "tests/number_theory/saved_tests.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using number_theory::exact_mersenne_square;

/// The largest odd p whose squares have this many exact digits, and the smallest one.
std::uint64_t largest_exponent(std::uint64_t digits) {
  const double width = (91.8 - std::log2(static_cast<double>(digits))) / 2;
  std::uint64_t p = static_cast<std::uint64_t>(std::min(width, 39.0) * static_cast<double>(digits)) | 1;
  while (!plan::find_exact_square(p, digits)) p -= 2;
  return p;
}
std::uint64_t smallest_exponent(std::uint64_t digits) {
  return 16 * digits + 1;
}

class ExactMersenne : public on_executor {
 protected:
  /// 2^14, and longer ones if time permits.
  std::vector<std::uint64_t> lengths() const {
    if (is_shuffled())
      return {1 << 14, 3 << 13, 1 << 16};  // the second and the third have representative rows
    const std::uint64_t longest = size({1 << 17, 0, 1 << 19}), longest_odd = size({1 << 16, 0, 1 << 18});
    std::vector<std::uint64_t> result;
    for (const plan::fft_shape& shape : plan::exact_shapes())
      if (shape.points <= (std::has_single_bit(shape.points) ? longest : longest_odd))
        result.push_back(2 * shape.points);
    return result;
  }

  /// Random values and values with hostile digits: hostile limbs, and the widest digits of the base in every
  /// place, which give the largest coefficients of both signs.
  std::vector<std::pair<std::string, integer>> values(std::uint64_t p, std::uint64_t digits) {
    const integer modulus = (integer(1) << p) - integer(1);
    const auto begin = [&](std::uint64_t j) { return (p * j + digits - 1) / digits; };
    limbs wide((p + 63) / 64, 0), circle_roots = wide;
    const auto fill = [&](limbs& x, std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t bit = from; bit < to; ++bit) x[bit / 64] |= limb{1} << (bit % 64);
    };
    for (std::uint64_t j = 0; j < digits; ++j) {
      fill(wide, begin(j), begin(j + 1) - 1);
      if (j % 2 == 0) fill(circle_roots, begin(j), begin(j + 1) - 1);
    }
    if (digits > 1 << 16)  // GMP takes seconds
      return {{"widest digits", integer(wide)},
              {"random", modulo(integer(random_limbs(random, p / 64)), modulus)}};
    std::vector<std::pair<std::string, integer>> found{{"0", integer(0)},
                                                       {"1", integer(1)},
                                                       {"2^p - 2", modulus - integer(1)},
                                                       {"2^p - 1", modulus},
                                                       {"widest digits", integer(wide)},
                                                       {"their negation", modulus - integer(wide)},
                                                       {"every second one", integer(circle_roots)}};
    found.emplace_back("random", modulo(integer(random_limbs(random, p / 64)), modulus));
    if (!is_shuffled() && std::has_single_bit(digits) && digits < 1 << 16)
      for (const auto& [name, limbs] : hostile_limbs(random, p / 64))
        found.emplace_back(name, integer(limbs));
    return found;
  }
};

TEST_P(ExactMersenne, SquaresOfHostileNumbers) {
  for (const std::uint64_t digits : lengths())
    for (const std::uint64_t p : {smallest_exponent(digits), largest_exponent(digits)}) {
      if (is_shuffled() && digits > 1 << 14 && p != smallest_exponent(digits)) continue;
      const integer modulus = (integer(1) << p) - integer(1);
      exact_mersenne_square square(detail::engine_of(here()), p, digits);
      for (const auto& [name, x] : values(p, digits)) {
        square.set(from_oracle(x));
        ASSERT_TRUE(matches(square.residue(), modulo(x, modulus))) << name;
        square.step(0);
        const integer once = modulo(x * x, modulus);
        ASSERT_TRUE(matches(square.residue(), once)) << "square of " << name << ", 2^" << p << " - 1";
        if (is_shuffled()) continue;
        // Digits of a result are wider than those of a number that set() stores.
        square.step(2);
        ASSERT_TRUE(matches(square.residue(), modulo(once * once - integer(2), modulus)))
            << "two squares of " << name << ", 2^" << p << " - 1";
      }
    }
}

TEST_P(ExactMersenne, ManySquares) {
  const std::uint64_t digits = 1 << 14, p = largest_exponent(digits);
  const integer modulus = (integer(1) << p) - integer(1);
  exact_mersenne_square square(detail::engine_of(here()), p, digits);
  integer expected = 3;
  square.set(from_oracle(expected));
  for (int i = 0; i < (is_shuffled() ? 2 : 60); ++i) {
    const auto less = static_cast<std::int64_t>(random.below(1 << 29)) - (1 << 28);
    square.step(less);
    expected = modulo(expected * expected - integer(static_cast<long>(less)), modulus);
  }
  EXPECT_TRUE(matches(square.residue(), expected));
  EXPECT_TRUE(square.measured().trusted);
}

// Both tests use exact squares on request, or if the environment says so.
TEST_P(ExactMersenne, TestsOfMersenneNumbers) {
  if (is_shuffled()) GTEST_SKIP() << "takes too long here";
  constexpr std::uint64_t p = 400009;
  const int steps = 30;
  lucas_lehmer exact(p, 0, algorithm::exact), doubles(p, 0, algorithm::fft);
  EXPECT_EQ(exact.digits(), 1u << 14);
  EXPECT_NE(doubles.digits(), exact.digits());
  exact.step(steps);
  doubles.step(steps);
  EXPECT_EQ(exact.residue(), doubles.residue());
  EXPECT_EQ(exact.largest_error(), 0);
  lucas_lehmer odd(p, 3 << 13, algorithm::exact);
  odd.step(steps);
  EXPECT_EQ(reloaded(odd).digits(), 3u << 13);
  EXPECT_EQ(odd.residue(), doubles.residue());
  EXPECT_TRUE(exact.jacobi_check());

  lucas_lehmer again = reloaded(exact);
  EXPECT_EQ(again.digits(), exact.digits());
  again.step(1);
  exact.step(1);
  EXPECT_EQ(again.residue(), exact.residue());

  mersenne_prp prp(p, 0, 4, algorithm::exact);
  prp.step(10);
  EXPECT_TRUE(prp.gerbicz_check());
  EXPECT_EQ(prp.errors(), 0u);
  mersenne_prp resumed = reloaded(prp);
  EXPECT_EQ(resumed.digits(), prp.digits());
  resumed.step(3);
  prp.step(3);
  EXPECT_EQ(resumed.residue(), prp.residue());
  EXPECT_TRUE(resumed.gerbicz_check());
}

TEST_P(ExactMersenne, WhatIsNoTransformIsRefused) {
  for (const std::uint64_t digits : {1ull << 13, 7ull << 12, 5ull << 12, 1ull << 15, (1ull << 14) + 1})
    EXPECT_THROW(lucas_lehmer(400009, digits, algorithm::exact), std::invalid_argument) << digits;
  EXPECT_THROW(lucas_lehmer(1279, 0, algorithm::exact), std::invalid_argument);
  for (const algorithm how : {algorithm::schoolbook, algorithm::bytes})
    EXPECT_THROW(lucas_lehmer(1279, 0, how), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_DEVICE(ExactMersenne);

TEST(ExactMersenneContext, TheEnvironmentChoosesTheTransforms) {
  constexpr std::uint64_t p = 400009;
  const auto digits_with = [](const char* transforms, std::uint64_t exponent) {
    const environment_variable set("GPU_BIGINT_TRANSFORMS", transforms);
    const context made(backend::host);
    const scoped_context use(made);
    return lucas_lehmer(exponent).digits();
  };
  EXPECT_EQ(digits_with("integers", p), 1u << 14);
  EXPECT_EQ(digits_with("doubles", p), digits_with("", p));
  EXPECT_NE(digits_with("doubles", p), 1u << 14);
  EXPECT_EQ(digits_with("integers", 1279), digits_with("doubles", 1279)) << "too short";
}

// Every exponent from 2^18 on has a transform, and the next shorter transform would not suffice.
TEST(ExactMersennePlan, Limits) {
  EXPECT_FALSE(plan::choose_exact_square((1 << 18) - 1));
  EXPECT_FALSE(plan::find_exact_square(1 << 18, 0));
  EXPECT_FALSE(plan::find_exact_square(400009, (1 << 14) + 1));
  // The narrowest digits have 16 bits, the widest 38.
  for (const auto& [bits, exists] : {std::pair{15, false}, {16, true}, {38, true}, {39, false}})
    EXPECT_EQ(plan::find_exact_square((static_cast<std::uint64_t>(bits) << 14) + 1, 1 << 14).has_value(),
              exists)
        << bits;
  // 2 p / N + log2(N) <= 91.8 (docs/rounding.md), where the logarithm is rounded up to thousandths.
  for (const plan::fft_shape& shape : plan::exact_shapes()) {
    const std::uint64_t digits = 2 * shape.points;
    const auto exponent = [n = static_cast<double>(digits)](double slack) {
      return static_cast<std::uint64_t>(n * (91.8 - std::log2(n) - slack) / 2);
    };
    if (exponent(0) / digits >= 38) continue;
    EXPECT_EQ(plan::find_exact_square(exponent(0.0011), digits).has_value(), digits <= 1 << 27) << digits;
    EXPECT_FALSE(plan::find_exact_square(exponent(-0.0001) + 1, digits)) << digits;
  }
  for (std::uint64_t p = (1 << 18) + 1; p >> 32 == 0; p += p / 9 | 1) {
    const auto shape = plan::choose_exact_square(p);
    ASSERT_TRUE(shape) << p;
    const std::uint64_t digits = 2 * shape->points;
    EXPECT_LE(shape->column_passes, 2);
    for (const plan::fft_shape& shorter : plan::exact_shapes())
      if (2 * shorter.points < digits) {
        EXPECT_FALSE(plan::find_exact_square(p, 2 * shorter.points)) << p;
      }
    // The bound and its proof, in logarithms: N 3 / (4 ln 4) 4^(p/N) (1 + e)^2 + 2^30 < M / 2.
    const double n = std::log2(static_cast<double>(digits)),
                 width = static_cast<double>(p) / static_cast<double>(digits);
    const double b = std::floor(width), e = (2 + std::exp2(n + 1 - b)) * std::exp2(1 - b);
    EXPECT_LT(n + 2 * width + std::log2(0.75 / std::log(4.0)) + 2 * std::log2(1 + e), 91 - 1e-6) << p;
  }
}

}  // namespace

}  // namespace gbi::test
