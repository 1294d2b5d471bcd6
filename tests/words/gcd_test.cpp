/// \file
/// Euclid's algorithm of one thread against GMP.
#include "src/words/number_theory/gcd.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "src/words/number_theory/half_gcd.hpp"
#include "src/words/products/multiply.hpp"
#include "tests/support/oracle.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

using words_number = std::vector<limb>;

constexpr limb guard = 0x5afe5afe5afe5afe;

words_number trimmed(words_number a) {
  a.resize(words::significant(a.data(), a.size()));
  return a;
}

integer oracle(const limb* a, std::size_t n) {
  integer result;
  mpz_import(result.get(), n, -1, sizeof(limb), 0, 0, a);
  return result;
}
integer oracle(const words_number& a) {
  return oracle(a.data(), a.size());
}

void expect_all(const words_number& a, const words_number& b) {
  SCOPED_TRACE("of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) + " limbs");
  const std::size_t n = a.size(), m = b.size();
  const integer x = oracle(a), y = oracle(b);
  integer g, s;
  mpz_gcd(g.get(), x.get(), y.get());
  {
    guarded out(std::max(n, m)), scratch(words::gcd_scratch(n, m));
    const std::size_t count = words::gcd(out.data(), a.data(), n, b.data(), m, scratch.data());
    ASSERT_EQ(oracle(out.data(), count), g);
    ASSERT_EQ(count, mpz_size(g.get()));
  }
  if (n <= 2 && m <= 2) {
    const kernels::wide_limb pair = words::gcd_of_pairs(a.data(), n, b.data(), m);
    const std::array<limb, 2> limbs{kernels::low_limb(pair), kernels::high_limb(pair)};
    ASSERT_EQ(oracle(limbs.data(), limbs.size()), g);
  }
  {
    mpz_gcdext(g.get(), s.get(), nullptr, x.get(), y.get());
    guarded out(std::max(n, m)), cofactor(std::max<std::size_t>(m, 1)), scratch(words::gcd_ext_scratch(n, m));
    const words::cofactor_size found =
        words::gcd_ext(out.data(), cofactor.data(), a.data(), n, b.data(), m, scratch.data());
    ASSERT_EQ(oracle(out.data(), found.gcd), g);
    const integer magnitude = oracle(cofactor.data(), found.cofactor);
    ASSERT_EQ(found.negative ? -magnitude : magnitude, s);
    ASSERT_EQ(found.cofactor, mpz_size(s.get()));
  }
  {
    guarded out(m), scratch(words::invert_scratch(n, m));
    const bool exists = m > 0 && mpz_invert(s.get(), x.get(), y.get()) != 0;
    ASSERT_EQ(words::invert(out.data(), a.data(), n, b.data(), m, scratch.data()), exists);
    if (exists) {
      ASSERT_EQ(oracle(out.data(), m), s);
    }
  }
  if (m > 0 && b[0] % 2 == 1) {
    guarded scratch(words::jacobi_scratch(n, m));
    ASSERT_EQ(words::jacobi(a.data(), n, b.data(), m, scratch.data()), mpz_jacobi(x.get(), y.get()));
  }
}

void expect_all(const integer& a, const integer& b) {
  expect_all(a.to_limbs(), b.to_limbs());
}

TEST(WordsGcd, SmallNumbers) {
  for (int a = 0; a < 40; ++a)
    for (int b = 0; b < 40; ++b) expect_all(integer(a), integer(b));
}

TEST(WordsGcd, Random) {
  random_source random(test_seed());
  for (int round = 0; round < 1500; ++round) {
    const words_number a = trimmed(words_operand(random, 400)), b = trimmed(words_operand(random, 400));
    expect_all(a, b);
    const integer common = oracle(words_operand(random, 200));
    expect_all(common * oracle(a), common * oracle(b));
  }
}

TEST(WordsGcd, CommonFactorsOfTwo) {
  random_source random(test_seed());
  const auto odd_times = [&](std::uint64_t power_of_two) {
    integer a(std::vector<limb>{random.bits() >> random.below(64) | 1});
    mpz_mul_2exp(a.get(), a.get(), power_of_two);
    return a;
  };
  for (std::uint64_t twos = 0; twos < 128; ++twos)
    for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{1}, random.below(128)})
      expect_all(odd_times(twos), odd_times(twos + more));
}

/// Numbers that are halved in registers, with common factors, zeros at the bottom, and longer partners.
TEST(WordsGcd, OneAndTwoLimbs) {
  random_source random(test_seed());
  const auto any = [&](std::size_t limbs) {
    words_number a = words_operand(random, limbs);
    if (random.below(4) == 0) a[0] = 0;
    a.back() >>= random.below(64);
    return oracle(trimmed(a));
  };
  for (int round = 0; round < 20'000; ++round) {
    const integer a = any(2), b = any(2), common = any(1);
    expect_all(a, b);
    expect_all(a, any(1));
    expect_all(any(1), b);
    expect_all(any(5), b);
    expect_all(any(1) * common, any(1) * common);
    expect_all(a, a + common);
  }
}

TEST(WordsGcd, OfEqualLengths) {
  random_source random(test_seed());
  for (int round = 0; round < 600; ++round) {
    words_number a(random.log_uniform(1, 1200)), b(a.size());
    for (limb& l : a) l = random.bits();
    for (limb& l : b) l = random.bits();
    expect_all(trimmed(a), trimmed(b));
  }
}

TEST(WordsGcd, HostilePairs) {
  random_source random(test_seed());
  for (int round = 0; round < 300; ++round) {
    const integer a = oracle(words_operand(random, 300)), b = oracle(words_operand(random, 60));
    expect_all(a, a);
    expect_all(a, a + integer(1));
    expect_all(a + integer(1), a);
    expect_all(a * b, a);
    expect_all(a, a * b);
    expect_all(a * b, a * (b + integer(1)));
    expect_all(a, 0);
    expect_all(0, a);
    expect_all(a, 1);
    expect_all(1, a);
    expect_all(a, 2);
    const integer power = integer(1) << random.below(20000),
                  ones = (integer(1) << random.below(20000)) - integer(1);
    expect_all(a, power);
    expect_all(power, a);
    expect_all(power - integer(1), power + integer(1));
    expect_all(ones, power - integer(1));
    expect_all(a * power, b * power);
  }
}

TEST(WordsGcd, FibonacciNumbersAndTheirNeighbours) {
  for (const unsigned long n : {10ul, 90ul, 93ul, 94ul, 187ul, 1000ul, 7000ul, 30000ul, 60000ul}) {
    integer a, b;
    mpz_fib2_ui(a.get(), b.get(), n);
    expect_all(a, b);
    expect_all(b, a);
    expect_all(b, a + integer(1));
    expect_all(a * b, b * b);
  }
}

TEST(WordsGcd, QuotientsOfAllSizes) {
  random_source random(test_seed());
  for (int round = 0; round < 200; ++round) {
    integer a = oracle(words_operand(random, 8)), b = 0;
    const std::size_t longest = random.log_uniform(1, 60);
    while (mpz_size(a.get()) < 300) {
      const integer q = oracle(words_operand(random, longest)) + integer(1);
      b = a * q + b;
      mpz_swap(a.get(), b.get());
      if (a.sign() == 0) break;
    }
    expect_all(a, b);
    expect_all(b, a);
  }
}

/// Checks the guarantees of a half-gcd, with leaves of all sizes.
TEST(WordsGcd, MatrixOfAHalfGcd) {
  random_source random(test_seed());
  for (int round = 0; round < 1000; ++round) {
    words_number a = words_operand(random, 300), b = words_operand(random, 300);
    const bool nearly_equal = random.below(4) == 0;
    if (nearly_equal) {
      b = a;
      b[0] ^= 5;
    }
    const std::size_t n = std::max(a.size(), b.size());
    a.resize(n);
    b.resize(n);
    a[n - 1] |= 1;
    b[0] |= 1;
    const std::size_t kept = words::half_gcd_floor(n), stride = n > kept ? n - kept : 1;
    const integer x = oracle(a), y = oracle(b);
    guarded scratch(words::half_gcd_scratch(n)), entries(4 * stride);
    words::euclid_matrix m = words::euclid_matrix::identity(entries.data(), stride, 2);
    words::euclid_pair pair{a.data(), b.data(), n};
    words::symbol_steps symbol(
        {{static_cast<std::uint32_t>(a[0] & 3), static_cast<std::uint32_t>(b[0] & 3)}, 1, 0});
    const std::size_t leaf = random.between(16, 100);
    const bool any = words::half_gcd(pair, m, symbol, scratch.data(), leaf);
    SCOPED_TRACE(std::to_string(n) + " limbs, leaf " + std::to_string(leaf));
    const auto entry = [&](std::size_t row, std::size_t column) {
      return oracle(m.entry(row, column), m.limbs);
    };
    const integer left_a = oracle(pair.a, pair.limbs), left_b = oracle(pair.b, pair.limbs);
    ASSERT_EQ(entry(0, 0) * left_a + entry(0, 1) * left_b, x);
    ASSERT_EQ(entry(1, 0) * left_a + entry(1, 1) * left_b, y);
    ASSERT_EQ(entry(0, 0) * entry(1, 1) - entry(0, 1) * entry(1, 0), integer(1));
    ASSERT_EQ(any, left_a != x || left_b != y);
    if (any) {
      ASSERT_GT(mpz_size(left_a.get()), kept);
      ASSERT_GT(mpz_size(left_b.get()), kept);
    }
    // The symbol of the remaining numbers and of the steps before.
    const kernels::jacobi_state state = symbol.state();
    const int left =
        state.below == 1 ? mpz_jacobi(left_a.get(), left_b.get()) : mpz_jacobi(left_b.get(), left_a.get());
    ASSERT_EQ(state.value() * left, mpz_jacobi(x.get(), y.get()));
  }
}

}  // namespace

}  // namespace gbi::test
