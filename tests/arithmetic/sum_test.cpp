/// \file
/// Sums, differences, comparison and signs of numbers.
#include <algorithm>
#include <utility>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Sum : public on_executor {
 protected:
  void expect_all(const integer& a, const integer& b) {
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    EXPECT_TRUE(matches(x + y, a + b));
    EXPECT_TRUE(matches(x - y, a - b));
    EXPECT_TRUE(matches(y - x, b - a));
    EXPECT_EQ((x - y).sign(), (a - b).sign());
    EXPECT_EQ(x <=> y, a <=> b);
    EXPECT_EQ(x == y, a == b);
    EXPECT_EQ(x < y, a < b);
    gpu_bigint z = x;
    z += y;
    EXPECT_TRUE(matches(z, a + b));
    z -= y;
    EXPECT_EQ(z, x);
    EXPECT_TRUE(matches(x, a)) << "an operand changed";
    EXPECT_TRUE(matches(y, b)) << "an operand changed";
  }
};

TEST_P(Sum, Random) {
  for (int round = 0; round < 150; ++round)
    expect_all(random_integer(random, size({1 << 20, 1 << 17, 1 << 24})),
               random_integer(random, size({1 << 20, 1 << 17, 1 << 24})));
}

TEST_P(Sum, NearlyEqualOperands) {
  for (int round = 0; round < 50; ++round) {
    const integer a = random_integer(random, 200000);
    const integer difference = random_integer(random, 70);
    expect_all(a, a + difference);
    expect_all(a, -a - difference);
    expect_all(a, a);
    expect_all(a, -a);
  }
}

// The order is decided by the highest 64 limbs, or by a comparer's slice, which may end anywhere, or the
// operands are equal.
TEST_P(Sum, OperandsThatAgreeFarDown) {
  for (const std::size_t limbs :
       {2, 63, 64, 65, 66, 1024, 5000, static_cast<int>(size({40'000, 20'000, 600'000}))})
    for (const std::size_t agreeing : {1, 31, 32, 33, 63, 64, 65, 128, 1023, 1024, 1025, 4999, 19'999}) {
      if (agreeing > limbs) continue;
      std::vector<limb> a = random_limbs(random, limbs), b = a;
      for (std::size_t i = 0; i + agreeing < limbs; ++i) b[i] = random.bits();
      const integer x(a, random.coin()), y(b, random.coin());
      expect_all(x, y);
      // Only one limb differs.
      b = a;
      b[limbs - agreeing] ^= limb{1} << random.below(64);
      expect_all(x, integer(b, x.sign() < 0));
    }
}

TEST_P(Sum, HostilePatternsWithAllSigns) {
  for (const std::size_t count : {1, 2, 4, 130, 1025}) {
    const auto patterns = hostile_limbs(random, count);
    for (const auto& pattern : patterns) {
      const integer a(pattern.value), b(patterns[random.below(patterns.size())].value);
      for (const bool minus_a : {false, true})
        for (const bool minus_b : {false, true}) expect_all(minus_a ? -a : a, minus_b ? -b : b);
      expect_all(a, 1);
      expect_all(a, -1);
    }
  }
}

TEST_P(Sum, ZeroIsNeitherPositiveNorNegative) {
  const gpu_bigint a = from_oracle(random_integer(random, 1000) + (integer(1) << 2000));
  const gpu_bigint zeros[] = {{},       0,      -gpu_bigint(0),    a - a,
                              -(a - a), -a + a, a * gpu_bigint(0), (a - a) * -a};
  for (const gpu_bigint& zero : zeros) {
    EXPECT_EQ(zero.sign(), 0);
    EXPECT_EQ(zero.bit_length(), 0u);
    EXPECT_FALSE(zero);
    EXPECT_EQ(a + zero, a);
    EXPECT_EQ(zero - a, -a);
    EXPECT_EQ(-a - zero, -a);
    EXPECT_LT(zero, a);
    EXPECT_GT(zero, -a);
    for (const gpu_bigint& other : zeros) {
      EXPECT_EQ(zero, other);
      EXPECT_EQ((zero - other).sign(), 0);
      EXPECT_EQ((zero + other).sign(), 0);
    }
  }
}

TEST_P(Sum, MixesWithBuiltinIntegers) {
  for (int round = 0; round < 20; ++round) {
    const integer a = random_integer(random, 300);
    const long k = static_cast<long>(random.bits() >> random.below(64));
    const gpu_bigint x = from_oracle(a);
    EXPECT_TRUE(matches(x + k, a + integer(k)));
    EXPECT_TRUE(matches(k - x, integer(k) - a));
    EXPECT_TRUE(matches(x * k, a * integer(k)));
    EXPECT_TRUE(matches(k * x, a * integer(k)));
    EXPECT_EQ(x < k, a < integer(k));
    EXPECT_EQ(k <=> x, integer(k) <=> a);
    EXPECT_EQ(x == k, a == integer(k));
  }
  gpu_bigint x = 5;
  x += 3u;
  x -= 10LL;
  x *= static_cast<unsigned char>(200);
  EXPECT_EQ(x, -400);
  EXPECT_NE(x, 400u);
  EXPECT_GE(x, -400);
  EXPECT_LE(-401, x);
}

TEST_P(Sum, NegationAndAbsoluteValue) {
  for (int round = 0; round < 30; ++round) {
    const integer a = random_integer(random, 100000), b = random_integer(random, 100000);
    const gpu_bigint x = from_oracle(a), unknown = x - from_oracle(b);
    const integer difference = a - b;
    EXPECT_TRUE(matches(-x, -a));
    EXPECT_TRUE(matches(+x, a));
    EXPECT_TRUE(matches(-(-x), a));
    EXPECT_TRUE(matches(-unknown, -difference));
    EXPECT_TRUE(matches(abs(x), a.sign() < 0 ? -a : a));
    EXPECT_TRUE(matches(abs(unknown), difference.sign() < 0 ? -difference : difference));
    EXPECT_TRUE(matches(abs(-unknown), difference.sign() < 0 ? -difference : difference));
    EXPECT_GE(abs(unknown).sign(), 0);
  }
}

TEST_P(Sum, IncrementAndDecrement) {
  for (const integer& start : {integer(0), integer(-1), integer(1), (integer(1) << 64) - integer(1),
                               -(integer(1) << 128), (integer(1) << 70000) - integer(1)}) {
    gpu_bigint x = from_oracle(start);
    EXPECT_TRUE(matches(x++, start));
    EXPECT_TRUE(matches(x, start + integer(1)));
    EXPECT_TRUE(matches(--x, start));
    EXPECT_TRUE(matches(x--, start));
    EXPECT_TRUE(matches(++x, start));
  }
}

TEST_P(Sum, SortsLikeTheOracle) {
  std::vector<integer> expected;
  std::vector<gpu_bigint> numbers;
  for (int i = 0; i < 60; ++i) {
    expected.push_back(random_integer(random, 500));
    numbers.push_back(from_oracle(expected.back()));
  }
  std::sort(expected.begin(), expected.end());
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_TRUE(matches(numbers[i], expected[i])) << i;
}

TEST_P(Sum, ACarryMakesTheNumberLonger) {
  const std::size_t bits = 64 * size({100'000, 30'000, 2'000'000});
  const integer power = integer(1) << bits;
  const gpu_bigint x = from_oracle(power) - 1;
  EXPECT_EQ(x.bit_length(), bits);
  EXPECT_TRUE(matches(x + 1, power));
  EXPECT_TRUE(matches(-x - 1, -power));
  EXPECT_EQ((x + 1).bit_length(), bits + 1);
}

// The sign word of a zero may say that it is negative. The host may learn that a number is zero at any time.
TEST_P(Sum, ZerosWithANegativeSignWord) {
  const auto engine = detail::engine_of(here());
  const faults::operation_scope scope("test");
  const integer value(random_limbs(random, 3));
  const gpu_bigint y = from_oracle(value);
  for (const bool subtract : {false, true}) {
    auto zero = detail::number::make(engine, 3);
    engine->executor().clear(zero->limbs(), 3 * sizeof(limb));
    zero->set_negative(true);
    zero->know_negative(false);
    const gpu_bigint addend = subtract ? -y : y;
    const detail::number& other = *detail::number_of(addend);
    auto result = numbers::room_for_sum(*zero, other, subtract);
    numbers::queue_sum(*result, *zero, other, subtract);
    limb sign = 2;
    engine->executor().download(&sign, result->sign_word(), sizeof sign);
    EXPECT_EQ(sign, 0u);
    EXPECT_TRUE(matches(detail::value_of(std::move(result)), value));
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Sum);

}  // namespace

}  // namespace gbi::test
