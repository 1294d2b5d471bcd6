/// \file
/// Powers against GMP.
#include <limits>
#include <stdexcept>

#include "gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Power : public on_executor {
 protected:
  void expect_power(const integer& a, std::uint64_t exponent) {
    integer expected;
    mpz_pow_ui(expected.get(), a.get(), exponent);
    const gpu_bigint found = pow(from_oracle(a), exponent);
    ASSERT_TRUE(matches(found, expected)) << brief(a) << " to the " << exponent;
    ASSERT_EQ(found.sign(), expected.sign());
    // The bound is no longer than the bit lengths require.
    ASSERT_LE(found.limb_bound(), 1 + a.bit_length() * exponent / 64);
  }
};

TEST_P(Power, SmallBases) {
  for (const int a : {-10, -3, -2, -1, 0, 1, 2, 3, 7, 10})
    for (const std::uint64_t exponent : {0, 1, 2, 3, 4, 5, 63, 64, 65, 1000, 4321}) expect_power(a, exponent);
}

TEST_P(Power, Random) {
  for (int round = 0; round < 30; ++round)
    expect_power(random_integer(random, 2000), random.log_uniform(1, size({100, 30, 300})));
}

TEST_P(Power, OfOneAndMinusOneByAnyExponent) {
  const std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(pow(gpu_bigint(1), all), 1);
  EXPECT_EQ(pow(gpu_bigint(-1), all), -1);
  EXPECT_EQ(pow(gpu_bigint(-1), all - 1), 1);
  EXPECT_EQ(pow(gpu_bigint(), all), 0);
  EXPECT_EQ(pow(gpu_bigint(), 0), 1);
}

TEST_P(Power, LongerThanMemory) {
  EXPECT_THROW(pow(gpu_bigint(3), std::numeric_limits<std::uint64_t>::max()), std::length_error);
  // The result would exceed the longest product, but only after minutes of work.
  for (const int bits : {38, 40, 60}) {
    EXPECT_THROW(pow(gpu_bigint(3), std::uint64_t{1} << bits), std::length_error) << bits;
    EXPECT_THROW(pow(gpu_bigint(-3), (std::uint64_t{1} << bits) + 1), std::length_error) << bits;
  }
  on_faulty_hardware(GetParam(), [](auto& hardware) {
    hardware.allow(1 << 16);
    EXPECT_THROW(pow(gpu_bigint(3), 1 << 20), out_of_memory);
  });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Power);

}  // namespace

}  // namespace gbi::test
