/// \file
/// Division of numbers in slabs against GMP: shared by all ranks, and by the first rank alone. Shared
/// products take long on the host, so few numbers are divided by sharing, each of them so long that Newton's
/// iteration takes some steps.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "tests/distribute/numbers.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class Quotients : public on_numbers {
 protected:
  testing::AssertionResult divides(const integer& x, const integer& y) const {
    const auto [quotient, remainder] = div_rem(make(x), make(y));
    if (const auto right = is(quotient, x / y); !right)
      return testing::AssertionFailure()
             << "quotient of " << x.bit_length() << " by " << y.bit_length() << " bits: " << right.message();
    if (const auto right = is(remainder, x % y); !right)
      return testing::AssertionFailure()
             << "remainder of " << x.bit_length() << " by " << y.bit_length() << " bits: " << right.message();
    return testing::AssertionSuccess();
  }
  /// Exactly so many bits.
  integer random_bits(std::size_t bits) {
    return power(bits - 1) + integer(random_limbs(random, bits / 64 + 1)).low_bits(bits - 1);
  }
  static integer power(mp_bitcnt_t exponent) { return integer(1) << exponent; }
  static integer ones(mp_bitcnt_t bits) { return power(bits) - 1; }
};

TEST_P(Quotients, OfNumbersAsLongAsNewtonTakesSteps) {
  const std::size_t n = 40'000 + random.below(10'000), m = 2 * n - random.below(64);
  const integer y(random_limbs(random, n / 64)), x(random_limbs(random, m / 64));
  ASSERT_TRUE(divides(x, y));
  ASSERT_TRUE(divides(-x, ones(n)));
}

TEST_P(Quotients, OfDifferentLengths) {
  const std::size_t n = 30'000;
  for (const auto& [s, bits] : {std::pair{n, std::size_t{40}}, {std::size_t{70}, n}, {3 * n, n / 3}}) {
    if (takes_case()) {
      ASSERT_TRUE(divides(random_bits(bits + s), -random_bits(bits)));
    }
  }
}

// Quotients whose approximation is too large or too small, or has few bits.
TEST_P(Quotients, AtTheLimitsOfTheRemainder) {
  const std::size_t n = 17'000;
  const integer y = random_bits(n), q = random_bits(n / 2);
  for (const integer& x : {q * y, q * y - 1, q * y + y - 1})
    if (takes_case()) {
      ASSERT_TRUE(divides(random.coin() ? x : -x, random.coin() ? y : -y));
    }
  for (const integer& x : {y, y - 1, y + y - 1, y + y, integer(0)}) ASSERT_TRUE(divides(x, -y));
}

TEST_P(Quotients, OfPowersOfTwoAndOnes) {
  const std::size_t n = 64 * random.below(100), m = n + 20'000;
  for (const auto& [x, y] : {std::pair{power(m), power(n)},
                             {ones(m), power(n) + 1},
                             {power(m), ones(n + 1)},
                             {ones(m), ones(n + 1)},
                             {ones(m), integer(1)}})
    if (takes_case()) {
      ASSERT_TRUE(divides(x, y));
    }
}

TEST_P(Quotients, WithAllRoundings) {
  for (int round = 0; round < (shares(GetParam()) ? 1 : 8); ++round) {
    const integer y = integer(random.coin() ? 1 : -1) * random_bits(1 + random.below(300));
    const integer x = round == 1 ? y * integer(5) : random_bits(900);
    const auto a = make(x), b = make(y);
    integer q, r;
    mpz_fdiv_qr(q.get(), r.get(), x.get(), y.get());
    const auto down = floor_div_rem(a, b);
    ASSERT_TRUE(is(down.quotient, q));
    ASSERT_TRUE(is(down.remainder, r));
    mpz_cdiv_qr(q.get(), r.get(), x.get(), y.get());
    const auto up = ceil_div_rem(a, b);
    ASSERT_TRUE(is(up.quotient, q));
    ASSERT_TRUE(is(up.remainder, r));
    const auto euclidean = euclidean_div_rem(a, b);
    ASSERT_TRUE(is(euclidean.remainder, modulo(x, y)));
    ASSERT_TRUE(is(euclidean.quotient * b + euclidean.remainder, x));
    ASSERT_EQ(is_divisible(a, b), (x % y).sign() == 0);
    ASSERT_TRUE(is(a / b, x / y));
    auto c = a;
    c %= b;
    ASSERT_TRUE(is(c, x % y));
    c = a;
    c /= b;
    ASSERT_TRUE(is(c, x / y));
  }
}

TEST_P(Quotients, ByPreparedDivisors) {
  const integer y = -random_bits(20'000);
  const distributed_divider by(make(y));
  EXPECT_TRUE(is(by.divisor(), y));
  for (const std::size_t bits : {45'000, 25'000, 100}) {
    const integer x = random_bits(bits);
    const auto [quotient, remainder] = by.div_rem(make(x));
    ASSERT_TRUE(is(quotient, x / y));
    ASSERT_TRUE(is(remainder, x % y));
  }
  const integer x = random_bits(30'000);
  EXPECT_TRUE(is(make(x) / by, x / y));
  EXPECT_TRUE(is(make(x) % by, x % y));
}

TEST_P(Quotients, ByWords) {
  for (int round = 0; round < 30; ++round) {
    const integer x = some(round % 3 == 0 ? 500 : 100'000);
    const std::uint64_t word = round < 8 ? ~std::uint64_t{0} << (8 * round)
                                         : std::max<std::uint64_t>(1, random.bits() >> random.below(64));
    const auto a = make(x);
    ASSERT_TRUE(is(a / word, x / integer(limbs{word}))) << x.bit_length() << " bits by " << word;
    ASSERT_TRUE(is((a + a - a) / -7, x / integer(-7)));  // the host does not know its length
  }
  for (std::size_t count = 0; count < 2 * ranks() + 2; ++count) {
    const integer x = ones(64 * count);
    ASSERT_TRUE(is(make(x) / 3, x / integer(3)));
    ASSERT_TRUE(is(make(-x - 1) / 1, -x - 1));
  }
  EXPECT_THROW(static_cast<void>(make(5) / 0), std::domain_error);
  EXPECT_TRUE(is(distributed_bigint() / 5, 0));
}

TEST_P(Quotients, ByZeroAreErrors) {
  const auto a = make(5);
  for (const distributed_bigint& zero : {make(0), a - a, distributed_bigint()}) {
    EXPECT_THROW(static_cast<void>(a / zero), std::domain_error);
    EXPECT_THROW(static_cast<void>(zero % zero), std::domain_error);
    EXPECT_THROW(static_cast<void>(distributed_divider(zero)), std::domain_error);
    EXPECT_FALSE(is_divisible(a, zero));
    EXPECT_TRUE(is_divisible(zero, zero));
    EXPECT_TRUE(is(zero / a, 0));
  }
  EXPECT_TRUE(is(a, 5));
}

GPU_BIGINT_ON_GROUPS(Quotients, every_group_name());

}  // namespace

}  // namespace gbi::test
