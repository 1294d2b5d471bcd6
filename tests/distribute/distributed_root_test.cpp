/// \file
/// Square roots of numbers in slabs against GMP: shared by all ranks, and by the first rank alone.
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "tests/distribute/numbers.hpp"

namespace gbi::test {

namespace {

class Roots : public on_numbers {
 protected:
  testing::AssertionResult has_root(const integer& x) const {
    integer root, remainder;
    mpz_sqrtrem(root.get(), remainder.get(), x.get());
    const auto found = sqrt_rem(make(x));
    if (const auto right = is(found.root, root); !right)
      return testing::AssertionFailure() << "root of " << x.bit_length() << " bits: " << right.message();
    if (const auto right = is(found.remainder, remainder); !right)
      return testing::AssertionFailure() << "remainder of " << x.bit_length() << " bits: " << right.message();
    return testing::AssertionSuccess();
  }
  /// Exactly so many bits.
  integer random_bits(std::size_t bits) {
    return power(bits - 1) + integer(random_limbs(random, bits / 64 + 1)).low_bits(bits - 1);
  }
  static integer power(mp_bitcnt_t exponent) { return integer(1) << exponent; }
};

TEST_P(Roots, OfOddAndEvenLengths) {
  const std::size_t limbs = 1600 + random.below(100);
  const integer x(random_limbs(random, limbs));
  ASSERT_TRUE(has_root(x));
  ASSERT_TRUE(has_root(x >> (1 + 64 * (limbs / 3))));
}

TEST_P(Roots, OfSquaresAndTheirNeighbours) {
  const integer root = random_bits(17'000), square = root * root;
  for (const integer& x : {square, square - 1, square + root + root, square + root + root + 1})
    if (takes_case()) {
      ASSERT_TRUE(has_root(x));
    }
}

TEST_P(Roots, OfPowersAndOnes) {
  const std::size_t n = 33'000 + random.below(2);
  for (const integer& x : {power(n), power(n) - 1})
    if (takes_case()) {
      ASSERT_TRUE(has_root(x));
    }
}

TEST_P(Roots, OfShortNumbers) {
  for (const integer& x : {integer(0), integer(1), integer(2), integer(3), integer(4), power(64) - 1,
                           power(64), power(1000) - 1, random_bits(5000)})
    ASSERT_TRUE(has_root(x));
  const auto a = make(7);
  EXPECT_TRUE(is(isqrt(a), 2));
  EXPECT_TRUE(is(isqrt(a - a), 0));
  EXPECT_EQ(isqrt(distributed_bigint()), distributed_bigint());
  EXPECT_THROW(static_cast<void>(isqrt(-a)), std::domain_error);
  EXPECT_THROW(static_cast<void>(sqrt_rem(-a)), std::domain_error);
}

GPU_BIGINT_ON_GROUPS(Roots, every_group_name());

}  // namespace

}  // namespace gbi::test
