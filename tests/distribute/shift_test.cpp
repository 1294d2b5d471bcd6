/// \file
/// Shifts of numbers in slabs: by every number of bits within a limb, across slabs, and rounded down.
#include <limits>
#include <stdexcept>

#include "tests/distribute/numbers.hpp"

namespace gbi::test {

namespace {

class Shifts : public on_numbers {};

TEST_P(Shifts, EveryRemainderModuloALimb) {
  const integer x = integer(random_limbs(random, 5 * ranks() + 1));
  const auto a = make(x), b = make(-x);
  for (int bits = 0; bits < 64; ++bits) {
    const std::int64_t count = bits + 64 * static_cast<std::int64_t>(random.below(4 * ranks()));
    ASSERT_TRUE(is(a << count, x << static_cast<mp_bitcnt_t>(count))) << count;
    ASSERT_TRUE(is(a >> count, x >> static_cast<mp_bitcnt_t>(count))) << count;
    ASSERT_TRUE(is(b >> count, -x >> static_cast<mp_bitcnt_t>(count))) << count;
  }
}

TEST_P(Shifts, RandomLengths) {
  for (int round = 0; round < 30; ++round) {
    const integer x = some(60'000);
    const auto a = make(x);
    const std::int64_t count = static_cast<std::int64_t>(random.log_uniform(1, 80'000));
    ASSERT_TRUE(is(a << count, x << static_cast<mp_bitcnt_t>(count)))
        << x.bit_length() << " bits by " << count;
    ASSERT_TRUE(is(a >> count, x >> static_cast<mp_bitcnt_t>(count)))
        << x.bit_length() << " bits by " << count;
    ASSERT_TRUE(is(-a >> count, -x >> static_cast<mp_bitcnt_t>(count)));
    // Only the devices know the sign of a difference.
    const integer y = some(60'000);
    ASSERT_TRUE(is((a - make(y)) >> count, (x - y) >> static_cast<mp_bitcnt_t>(count)));
    ASSERT_TRUE(is((a << count) >> count, x));
  }
}

// The 1 that rounding adds runs through all slabs.
TEST_P(Shifts, RoundingCarriesThroughAllSlabs) {
  for (const std::size_t count : {std::size_t{1}, ranks(), 3 * ranks() + 1, 5000 * ranks()})
    for (const mp_bitcnt_t bits : {1, 63, 64, 65, 128}) {
      const integer ones = ((integer(1) << (64 * count)) - 1) << bits;
      for (const mp_bitcnt_t lost : {mp_bitcnt_t{0}, bits - 1}) {
        const integer x = -(ones + (integer(1) << lost));
        ASSERT_TRUE(is(make(x) >> static_cast<std::int64_t>(bits), x >> bits)) << count << ' ' << bits;
      }
      ASSERT_TRUE(is(make(-ones) >> static_cast<std::int64_t>(bits), -ones >> bits)) << count << ' ' << bits;
    }
}

TEST_P(Shifts, CountsThatAreRefused) {
  const auto a = make(7);
  EXPECT_THROW(static_cast<void>(a << -1), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a >> -1), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a << std::numeric_limits<std::int64_t>::max()), out_of_memory);
  EXPECT_TRUE(is(a >> std::numeric_limits<std::int64_t>::max(), 0));
  EXPECT_TRUE(is(-a >> std::numeric_limits<std::int64_t>::max(), -1));
  EXPECT_TRUE(is(a, 7));
}

GPU_BIGINT_ON_EVERY_GROUP(Shifts);

}  // namespace

}  // namespace gbi::test
