/// \file
/// The P - 1 method against orders computed with GMP.
#include <vector>

#include "gpu_bigint/factor.hpp"
#include "src/factor/bounds.hpp"
#include "tests/factor/factor_fixture.hpp"

namespace gbi::test {

namespace {

class PMinus1 : public factor_fixture {};

/// Every prime p is found for which the order of 3 has at most one prime above b1, up to b2. Stage 2 covers
/// some numbers beyond that.
TEST_P(PMinus1, BothStages) {
  const integer large =
      (integer(1) << 127) - integer(1);  // 2^127 - 2 has the primes 337 and 649657, 77158673929
  for (const std::uint64_t b1 : {3, 14, 15, 30, 105, 210, 300}) {
    if (b1 > size({300, 15, 300})) continue;
    const std::uint64_t b2 = b1 * random.between(2, size({30, 4, 100}));
    integer p(1 << random.between(10, 22));
    for (std::size_t i = size({20, 2, 60}); i > 0; --i) {
      p = next_prime_of(p);
      integer power;
      mpz_powm(power.get(), integer(3).get(), prime_powers(b1).get(), p.get());
      integer q = next_prime_of(integer(static_cast<long>(b1)));
      int stage = power == integer(1) ? 1 : 0;
      for (; stage == 0 && q <= integer(static_cast<long>(b2)); q = next_prime_of(q)) {
        integer last;
        mpz_powm(last.get(), power.get(), q.get(), p.get());
        if (last == integer(1)) stage = 2;
      }
      const auto found = pminus1(from_oracle(p * large), {.b1 = b1, .b2 = b2});
      if (stage == 0 && (!found || found->stage == 2)) continue;
      ASSERT_TRUE(found) << brief(p) << ", bounds " << b1 << " and " << b2;
      EXPECT_EQ(found->stage, stage) << brief(p) << ", bounds " << b1 << " and " << b2;
      EXPECT_TRUE(matches(to_oracle(found->factor), p));
    }
  }
}

/// The example in GMP-ECM's documentation: p - 1 = 2^5 11 17 19 43 149 8467 11004397.
TEST_P(PMinus1, KnownFactor) {
  if (is_shuffled()) GTEST_SKIP() << "takes too long here";
  const gpu_bigint p("67872792749091946529"), n = p * ((gpu_bigint(1) << 521) - 1);
  const auto found = pminus1(n, {.b1 = 8467, .b2 = 11'004'397, .base = 7});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->factor, p);
  EXPECT_EQ(found->stage, 2);
  EXPECT_FALSE(pminus1(n, {.b1 = 8466, .b2 = 200'000}));
}

TEST_P(PMinus1, AllPrimesAtOnce) {
  const auto found = pminus1(3 * 5 * 7, {.b1 = 10});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->stage, 1);
  const auto of_base = pminus1(21, {.b1 = 10, .base = 6});
  ASSERT_TRUE(of_base);
}

TEST_P(PMinus1, RefusedOperands) {
  for (const gpu_bigint& n : {gpu_bigint(0), gpu_bigint(1), gpu_bigint(-15), gpu_bigint(10)})
    EXPECT_THROW(static_cast<void>(pminus1(n)), std::domain_error) << n;
  EXPECT_THROW(static_cast<void>(pminus1((gpu_bigint(1) << 8192) + 1)), std::length_error);
  EXPECT_THROW(static_cast<void>(pminus1(15, {.b1 = 2})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(pminus1(15, {.base = 1})), std::invalid_argument);
}

// Stage 1 takes the primes in several ranges.
TEST_P(PMinus1, NoPrimeIsLostBetweenRanges) {
  const scoped_context use(here());
  constexpr std::uint64_t b1 = 400;
  const factors::prime_sieve sieve(b1);
  for (std::uint64_t middle = 1; middle <= b1; middle += random.between(1, size({4, 40, 4}))) {
    const gpu_bigint found =
        factors::prime_powers(sieve, 0, middle, b1) * factors::prime_powers(sieve, middle, b1, b1);
    EXPECT_TRUE(matches(found, prime_powers(b1))) << middle;
  }
}

GPU_BIGINT_ON_EVERY_DEVICE(PMinus1);

}  // namespace

}  // namespace gbi::test
