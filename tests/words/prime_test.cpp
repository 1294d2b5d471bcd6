/// \file
/// Primality and the next prime against GMP, tables, and definitions.
#include "src/words/number_theory/prime.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/words/guarded.hpp"
#include "tests/words/mpz_number.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

bool is_prime(const mpz_number& n) {
  return mpz_probab_prime_p(n.z, 25) != 0;
}

bool strong(const mpz_number& n, limb base) {
  const std::vector<limb> limbs = n.limbs();
  guarded scratch(words::prime_scratch(limbs.size()));
  const bool result = words::is_strong_probable_prime(limbs.data(), limbs.size(), base, scratch.data());
  EXPECT_TRUE(scratch.intact());
  return result;
}
bool strong_lucas(const mpz_number& n) {
  const std::vector<limb> limbs = n.limbs();
  guarded scratch(words::prime_scratch(limbs.size()));
  const bool result = words::is_strong_lucas_probable_prime(limbs.data(), limbs.size(), scratch.data());
  EXPECT_TRUE(scratch.intact());
  return result;
}
bool probable(const mpz_number& n) {
  const std::vector<limb> limbs = n.limbs();
  guarded scratch(words::prime_scratch(limbs.size()));
  const bool result = words::is_probable_prime(limbs.data(), limbs.size(), 26, 1, scratch.data());
  EXPECT_TRUE(scratch.intact());
  return result;
}

/// The strong test by its definition.
bool defined_strong(const mpz_number& n, limb base) {
  mpz_number exponent(n), x, minus_one(n);
  mpz_sub_ui(minus_one.z, n.z, 1);
  const mp_bitcnt_t twos = mpz_scan1(minus_one.z, 0);
  mpz_tdiv_q_2exp(exponent.z, minus_one.z, twos);
  mpz_powm(x.z, mpz_number(base).z, exponent.z, n.z);
  if (x == mpz_number(1)) return true;
  for (mp_bitcnt_t i = 0; i < twos; ++i) {
    if (x == minus_one) return true;
    mpz_mul(x.z, x.z, x.z);
    mpz_mod(x.z, x.z, n.z);
  }
  return false;
}

/// The strong Lucas test by the recurrence of U and V, with halves modulo n.
bool defined_strong_lucas(const mpz_number& n) {
  long d = 5;
  if (mpz_perfect_square_p(n.z) != 0) return false;
  for (;; d = d > 0 ? -d - 2 : -d + 2) {
    const int symbol = mpz_si_kronecker(d, n.z);
    if (symbol == 0) return false;
    if (symbol < 0) break;
  }
  const long q = (1 - d) / 4;
  mpz_number index(n), u(1), v(1), power, t;
  mpz_add_ui(index.z, n.z, 1);
  const mp_bitcnt_t twos = mpz_scan1(index.z, 0);
  mpz_tdiv_q_2exp(index.z, index.z, twos);
  mpz_set_si(power.z, q);
  const auto halve = [&](mpz_number& a) {
    if (mpz_odd_p(a.z) != 0) mpz_add(a.z, a.z, n.z);
    mpz_tdiv_q_2exp(a.z, a.z, 1);
    mpz_mod(a.z, a.z, n.z);
  };
  const auto twice = [&] {
    mpz_mul(u.z, u.z, v.z);
    mpz_mod(u.z, u.z, n.z);
    mpz_mul(v.z, v.z, v.z);
    mpz_submul_ui(v.z, power.z, 2);
    mpz_mod(v.z, v.z, n.z);
    mpz_mul(power.z, power.z, power.z);
    mpz_mod(power.z, power.z, n.z);
  };
  for (std::size_t i = mpz_sizeinbase(index.z, 2) - 1; i-- > 0;) {
    twice();
    if (mpz_tstbit(index.z, i) == 0) continue;
    mpz_mul_si(t.z, u.z, d);
    mpz_add(t.z, t.z, v.z);
    mpz_add(u.z, u.z, v.z);
    v = t;
    halve(u);
    halve(v);
    mpz_mul_si(power.z, power.z, q);
    mpz_mod(power.z, power.z, n.z);
  }
  if (mpz_sgn(u.z) == 0) return true;
  for (mp_bitcnt_t i = 0; i < twos; ++i) {
    if (mpz_sgn(v.z) == 0) return true;
    twice();
  }
  return false;
}

mpz_number parsed(const char* decimal) {
  mpz_number n;
  mpz_set_str(n.z, decimal, 10);
  return n;
}

TEST(WordsPrime, Words) {
  random_source random(test_seed());
  std::vector<bool> composite(1 << 18);
  for (std::size_t i = 2; i < composite.size(); ++i) {
    ASSERT_EQ(words::is_prime_word(i), !composite[i]) << i;
    if (!composite[i])
      for (std::size_t j = i * i; j < composite.size(); j += i) composite[j] = true;
  }
  ASSERT_FALSE(words::is_prime_word(0));
  ASSERT_FALSE(words::is_prime_word(1));
  for (int i = 0; i < 3000; ++i) {
    const limb n = random.bits() >> random.below(50);
    ASSERT_EQ(words::is_prime_word(n), is_prime(mpz_number(n))) << n;
    // Products and squares of primes.
    mpz_number p(random.bits() >> (32 + random.below(10))), q(random.bits() >> (32 + random.below(10)));
    mpz_nextprime(p.z, p.z);
    mpz_nextprime(q.z, q.z);
    ASSERT_FALSE(words::is_prime_word(mpz_get_ui(p.z) * mpz_get_ui(p.z)));
    ASSERT_FALSE(words::is_prime_word(mpz_get_ui(p.z) * mpz_get_ui(q.z)));
  }
  // Carmichael numbers, strong pseudoprimes to the first bases, and words at the ends of their ranges.
  for (const limb n : {561UL, 1105UL, 1729UL, 2047UL, 1373653UL, 25326001UL, 3215031751UL, 2152302898747UL,
                       3474749660383UL, 341550071728321UL, 3825123056546413051UL, 443372888629441UL, ~0UL,
                       ~0UL - 1, 4295098369UL, 18446744030759878681UL})
    ASSERT_EQ(words::is_prime_word(n), is_prime(mpz_number(n))) << n;
  ASSERT_TRUE(words::is_prime_word(words::largest_prime_word));
  for (const limb divisor : {2UL, 3UL, 325UL, 9375UL, 28178UL, 450775UL, 9780504UL, 1795265022UL})
    for (limb n = divisor; n < 20 * divisor; n += divisor)
      ASSERT_EQ(words::is_prime_word(n + 1), is_prime(mpz_number(n + 1))) << n + 1;
}

TEST(WordsPrime, Tests) {
  random_source random(test_seed());
  for (int round = 0; round < 500; ++round) {
    std::vector<limb> limbs = words_operand(random, round < 480 ? 10 : 40);
    limbs.push_back(random.bits() >> random.below(64) | 1);
    mpz_number n(limbs);
    if (limbs.size() < 12 && random.coin()) mpz_nextprime(n.z, n.z);
    if (random.below(8) == 0) mpz_mul(n.z, n.z, n.z);
    if (mpz_even_p(n.z) != 0) mpz_add_ui(n.z, n.z, 1);
    ASSERT_EQ(probable(n), is_prime(n)) << n;
    const limb base = random.coin() ? 2 : random.bits() >> random.below(60) | 2;
    ASSERT_EQ(strong(n, base), defined_strong(n, base)) << n << " to base " << base;
    ASSERT_EQ(strong_lucas(n), defined_strong_lucas(n)) << n;
  }
}

TEST(WordsPrime, Pseudoprimes) {
  // R. Arnault's number passes strong tests to all prime bases below 307 ("Constructing Carmichael numbers
  // which are strong pseudoprimes to several bases", J. Symbolic Computation 20, 1995).
  mpz_number p = parsed(
      "296744956686855105501541746429053327307719917998530433509950755312768387531717701995942385964281211880"
      "336"
      "64754218345562493168782883");
  mpz_number arnault(p), factor;
  mpz_sub_ui(p.z, p.z, 1);
  for (const limb k : {313UL, 353UL}) {
    mpz_mul_ui(factor.z, p.z, k);
    mpz_add_ui(factor.z, factor.z, 1);
    mpz_mul(arnault.z, arnault.z, factor.z);
  }
  for (const limb base : {2UL, 3UL, 5UL, 293UL}) EXPECT_TRUE(strong(arnault, base));
  EXPECT_FALSE(strong_lucas(arnault));
  EXPECT_FALSE(probable(arnault));
  // Strong pseudoprimes to bases 2 to 37 and 2 to 41 (J. Sorenson, J. Webster).
  for (const char* decimal : {"318665857834031151167461", "3317044064679887385961981"}) {
    EXPECT_TRUE(strong(parsed(decimal), 2));
    EXPECT_TRUE(strong(parsed(decimal), 37));
    EXPECT_FALSE(strong_lucas(parsed(decimal)));
    EXPECT_FALSE(probable(parsed(decimal)));
  }
  // (6 k + 1) (12 k + 1) (18 k + 1), a Carmichael number if all factors are prime; products (a + 1) (2 a +
  // 1), which are often strong pseudoprimes; squares of primes.
  random_source random(test_seed());
  int found = 0;
  for (limb k = random.bits() >> 30; found < 5; ++k) {
    mpz_number n(6 * k + 1), b(12 * k + 1), c(18 * k + 1);
    if (!is_prime(n)) continue;
    mpz_number square(n);
    mpz_mul(square.z, n.z, n.z);
    mpz_mul(square.z, square.z, square.z);
    ASSERT_FALSE(probable(square));
    ASSERT_FALSE(strong_lucas(square));
    if (!is_prime(b)) continue;
    mpz_mul(n.z, n.z, b.z);
    ASSERT_EQ(strong(n, 2), defined_strong(n, 2)) << n;
    ASSERT_EQ(strong_lucas(n), defined_strong_lucas(n)) << n;
    ASSERT_FALSE(probable(n));
    if (!is_prime(c)) continue;
    mpz_mul(n.z, n.z, c.z);
    ASSERT_FALSE(probable(n));
    ++found;
  }
  // 2^p - 1 has n + 1 = 2^p, and 2^k + 1 has many factors of two in n - 1.
  for (const mp_bitcnt_t bits : {89, 107, 127, 128, 192, 521, 607, 1279})
    for (const int off : {-1, 1}) {
      mpz_number n(1);
      mpz_mul_2exp(n.z, n.z, bits);
      if (off < 0) mpz_sub_ui(n.z, n.z, 1);
      if (off > 0) mpz_add_ui(n.z, n.z, 1);
      ASSERT_EQ(probable(n), is_prime(n)) << n;
      ASSERT_EQ(strong_lucas(n), defined_strong_lucas(n)) << n;
    }
}

void expect_next(const std::vector<limb>& a) {
  mpz_number expected(a);
  mpz_nextprime(expected.z, expected.z);
  guarded out(a.size() + 1), scratch(words::next_prime_scratch(a.size()));
  words::next_prime(out.data(), a.data(), a.size(), 1, scratch.data());
  ASSERT_EQ(mpz_number(out.value()), expected) << "above " << mpz_number(a);
  ASSERT_TRUE(out.intact() && scratch.intact());
}

TEST(WordsPrime, Next) {
  random_source random(test_seed());
  for (limb a = 0; a < 2000; ++a) ASSERT_NO_FATAL_FAILURE(expect_next({a}));
  for (limb a = 0; a < 130; ++a) {
    ASSERT_NO_FATAL_FAILURE(expect_next({~a}));
    ASSERT_NO_FATAL_FAILURE(expect_next({~a, ~limb{0}}));
    ASSERT_NO_FATAL_FAILURE(expect_next({a, 1}));
    ASSERT_NO_FATAL_FAILURE(expect_next({a, 0, 1}));
  }
  // The candidates have one limb more.
  for (std::size_t n = 1; n < 20; ++n) ASSERT_NO_FATAL_FAILURE(expect_next(std::vector<limb>(n, ~limb{0})));
  for (int round = 0; round < 400; ++round) {
    std::vector<limb> a = words_operand(random, round < 395 ? 10 : 24);
    if (a.back() == 0) a.back() = random.bits() >> random.below(64) | 1;
    ASSERT_NO_FATAL_FAILURE(expect_next(a));
  }
}

}  // namespace

}  // namespace gbi::test
