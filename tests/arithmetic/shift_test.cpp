/// \file
/// Shifts. Right shifts round towards minus infinity, as GMP's mpz_fdiv_q_2exp does.
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Shift : public on_executor {
 protected:
  void expect_shifts(const integer& a, std::uint64_t count) {
    const gpu_bigint x = from_oracle(a);
    const auto bits = static_cast<std::int64_t>(count);
    ASSERT_TRUE(matches(x << bits, a << count)) << brief(a) << " << " << count;
    ASSERT_TRUE(matches(x >> bits, a >> count)) << brief(a) << " >> " << count;
    ASSERT_TRUE(matches(-x >> bits, -a >> count)) << brief(-a) << " >> " << count;
    gpu_bigint y = x;
    y <<= bits;
    y >>= bits;
    ASSERT_EQ(y, x) << "to the left and back by " << count;
  }
};

TEST_P(Shift, CountsAroundLimbs) {
  for (const std::size_t count : {1, 2, 3, 40, 300}) {
    const integer a(random_limbs(random, count), random.coin());
    for (const std::uint64_t bits : {0, 1, 2, 31, 32, 63, 64, 65, 127, 128, 129, 640}) expect_shifts(a, bits);
    for (const std::uint64_t bits : {count * 64 - 1, count * 64, count * 64 + 1, count * 64 + 1000})
      expect_shifts(a, bits);
  }
}

TEST_P(Shift, Random) {
  for (int round = 0; round < 100; ++round)
    expect_shifts(random_integer(random, size({1 << 20, 1 << 16, 1 << 24})),
                  random.log_uniform(1, 1 << 18) - 1);
}

TEST_P(Shift, HostilePatterns) {
  for (const std::size_t count : {1, 2, 65, 1030})
    for (const auto& pattern : hostile_limbs(random, count))
      for (const std::uint64_t bits : {1, 63, 64, 65, 4096}) expect_shifts(integer(pattern.value), bits);
}

// Rounding a negative number carries through a run of ones.
TEST_P(Shift, RoundingOfNegativeNumbersCarriesThroughEveryLimb) {
  const std::size_t count = size({200'000, 50'000, 2'000'000});
  const integer ones = (integer(1) << 64 * count) - integer(1);
  for (const std::uint64_t bits : {1, 64, 100}) {
    EXPECT_TRUE(matches(from_oracle(-ones) >> static_cast<std::int64_t>(bits), -ones >> bits));
    const integer exact = ones << bits;
    EXPECT_TRUE(matches(from_oracle(-exact) >> static_cast<std::int64_t>(bits), -ones)) << "nothing is lost";
  }
}

TEST_P(Shift, EverythingShiftedOutLeavesZeroOrMinusOne) {
  const gpu_bigint a = from_oracle(integer(random_limbs(random, 50)));
  for (const std::int64_t bits :
       {std::int64_t{3200}, std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(a >> bits, 0);
    EXPECT_EQ(-a >> bits, -1);
    EXPECT_EQ((a - a) >> bits, 0);
    EXPECT_EQ((a - a - 1) >> bits, -1);
    EXPECT_EQ(gpu_bigint(-1) >> bits, -1);
  }
}

// Even a number without limbs has a sign in device memory, which sums and products read.
TEST_P(Shift, WhatIsShiftedOutCanBeReckonedWith) {
  for (const std::size_t count : {1, 3, 50}) {
    const integer value(random_limbs(random, count));
    const gpu_bigint a = from_oracle(value);
    for (const std::int64_t bits :
         {std::int64_t{64}, std::int64_t{65}, std::int64_t{128}, std::int64_t{1} << 40})
      for (const bool minus : {false, true}) {
        const integer x = (minus ? -value : value) >> static_cast<std::uint64_t>(bits);
        const gpu_bigint rest = (minus ? -a : a) >> bits;
        ASSERT_TRUE(matches(rest + a, x + value)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches(rest - a, x - value)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches(a - rest, value - x)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches(-rest, -x)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches(rest * a, x * value)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches((rest << 3) - rest, (x << 3) - x)) << count << " limbs >> " << bits;
        ASSERT_TRUE(matches((rest >> 1) + rest, (x >> 1) + x)) << count << " limbs >> " << bits;
      }
  }
}

TEST_P(Shift, SignsThatOnlyTheDeviceKnows) {
  for (int round = 0; round < 30; ++round) {
    const integer a = random_integer(random, 5000), b = random_integer(random, 5000);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const std::uint64_t bits = random.below(6000);
    EXPECT_TRUE(matches((x - y) >> static_cast<std::int64_t>(bits), (a - b) >> bits)) << bits;
    EXPECT_TRUE(matches((x - y) << static_cast<std::int64_t>(bits), (a - b) << bits)) << bits;
  }
}

TEST_P(Shift, NegativeCountsAreRefused) {
  gpu_bigint a = 77;
  EXPECT_THROW(a << -1, std::invalid_argument);
  EXPECT_THROW(a >> -1, std::invalid_argument);
  EXPECT_THROW(a <<= std::numeric_limits<std::int64_t>::min(), std::invalid_argument);
  EXPECT_THROW(a >>= -64, std::invalid_argument);
  EXPECT_EQ(a, 77);
}

TEST_P(Shift, MoreThanMemoryHoldsIsRefused) {
  gpu_bigint a = 77;
  EXPECT_THROW(a <<= std::int64_t{1} << 60, out_of_memory);
  EXPECT_EQ(a, 77) << "changed by an operation that failed";
  EXPECT_EQ(a << 1, 154) << "the library goes on working";
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Shift);

}  // namespace

}  // namespace gbi::test
