/// \file
/// Copies, moves and swaps: numbers are values.
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Value : public on_executor {
 protected:
  integer expected = random_integer(random, 10000) + (integer(1) << 12000);
};

TEST_P(Value, CopiesAreIndependent) {
  gpu_bigint a = from_oracle(expected);
  gpu_bigint b = a, c;
  c = b;
  a += 1;
  b *= 2;
  c <<= 3;
  EXPECT_TRUE(matches(a, expected + integer(1)));
  EXPECT_TRUE(matches(b, expected * integer(2)));
  EXPECT_TRUE(matches(c, expected << 3));
}

TEST_P(Value, AnOperandMayBeTheTarget) {
  gpu_bigint a = from_oracle(expected);
  a += a;
  EXPECT_TRUE(matches(a, expected + expected));
  a *= a;
  EXPECT_TRUE(matches(a, (expected + expected) * (expected + expected)));
  a -= a;
  EXPECT_EQ(a, 0);
  const gpu_bigint& self = a;
  a = self;
  EXPECT_EQ(a, 0);
}

TEST_P(Value, AMoveTakesTheValueAlong) {
  gpu_bigint a = from_oracle(expected);
  gpu_bigint b = std::move(a);
  EXPECT_TRUE(matches(b, expected));
  a = 5;  // a moved-from number may be assigned to
  EXPECT_EQ(a, 5);
  a = std::move(b);
  EXPECT_TRUE(matches(a, expected));
}

TEST_P(Value, SwapExchanges) {
  gpu_bigint a = from_oracle(expected), b = -3, zero;
  a.swap(b);
  EXPECT_EQ(a, -3);
  EXPECT_TRUE(matches(b, expected));
  swap(b, zero);
  EXPECT_EQ(b, 0);
  EXPECT_TRUE(matches(zero, expected));
}

TEST_P(Value, TruthIsNotZero) {
  EXPECT_TRUE(static_cast<bool>(gpu_bigint(-1)));
  EXPECT_TRUE(static_cast<bool>(from_oracle(expected)));
  EXPECT_FALSE(static_cast<bool>(from_oracle(expected) - from_oracle(expected)));
}

TEST_P(Value, TheBoundIsNeverBelowTheLength) {
  for (int round = 0; round < 30; ++round) {
    const gpu_bigint a = from_oracle(random_integer(random, 5000)),
                     b = from_oracle(random_integer(random, 5000));
    for (const gpu_bigint& x : {a + b, a - b, a * b, a << 77, a >> 77, -a, abs(b)})
      EXPECT_GE(x.limb_bound(), x.to_limbs().size());
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Value);

}  // namespace

}  // namespace gbi::test
