/// \file
/// Quotients and remainders of one thread against GMP.
#include "src/words/division/divide.hpp"
#include "src/words/division/reciprocal.hpp"
#include "tests/words/levels.hpp"

namespace gbi::test {

namespace {

class WordsQuotients : public at_every_level {
 protected:
  static void check(const std::vector<limb>& a, std::vector<limb> d) {
    const std::size_t n = a.size(), m = d.size();
    if (d.back() == 0) d.back() = 1;
    std::vector<limb> expected(n - m + 1), rest(m);
    mpn_tdiv_qr(expected.data(), rest.data(), 0, a.data(), n, d.data(), m);
    guarded quotient(n - m + 1), remainder(m), scratch(words::divide_scratch(n, m));
    words::divide(quotient.data(), remainder.data(), a.data(), n, d.data(), m, scratch.data());
    ASSERT_EQ(quotient.value(), expected) << n << " by " << m << " limbs";
    ASSERT_EQ(remainder.value(), rest) << n << " by " << m << " limbs";
    scratch.value();
    guarded quotient_only(n - m + 1), remainder_only(m);
    words::divide(quotient_only.data(), nullptr, a.data(), n, d.data(), m, scratch.data());
    words::divide(nullptr, remainder_only.data(), a.data(), n, d.data(), m, scratch.data());
    ASSERT_EQ(quotient_only.value(), expected) << n << " by " << m << " limbs";
    ASSERT_EQ(remainder_only.value(), rest) << n << " by " << m << " limbs";
    scratch.value();
  }
  /// The quotient of a multiple, and of one less than a multiple: quotients of ones and remainders just below
  /// d.
  static void check_multiple(const std::vector<limb>& q, std::vector<limb> d) {
    if (d.back() == 0) d.back() = 1;
    const std::size_t n = q.size() + d.size(), m = d.size();
    std::vector<limb> multiple(n), expected = q;
    if (q.size() >= m)
      mpn_mul(multiple.data(), q.data(), q.size(), d.data(), m);
    else
      mpn_mul(multiple.data(), d.data(), m, q.data(), q.size());
    expected.push_back(0);
    guarded quotient(n - m + 1), scratch(words::divide_scratch(n, m));
    words::divide_exact(quotient.data(), multiple.data(), n, d.data(), m, scratch.data());
    ASSERT_EQ(quotient.value(), expected) << n << " by " << m << " limbs";
    scratch.value();
    check(multiple, d);
    if (mpn_sub_1(multiple.data(), multiple.data(), n, 1) == 0) check(multiple, d);
  }
};

TEST_P(WordsQuotients, EverySmallSize) {
  for (std::size_t n = 1; n <= 40; ++n)
    for (std::size_t m = 1; m <= n; ++m) check(words_of_length(random, n), words_of_length(random, m));
}

TEST_P(WordsQuotients, EverySmallExactSize) {
  for (std::size_t n = 1; n <= 40; ++n)
    for (std::size_t m = 1; m <= 40; ++m)
      check_multiple(words_of_length(random, n), words_of_length(random, m));
}

TEST_P(WordsQuotients, AnySizes) {
  for (int round = 0; round < 1500; ++round) {
    const std::vector<limb> a = words_operand(random, 600);
    check(a, words_operand(random, a.size()));
    check_multiple(words_operand(random, 300), words_operand(random, 300));
  }
}

TEST_P(WordsQuotients, LongOnes) {
  for (int round = 0; round < 6; ++round) {
    const std::vector<limb> a = words_of_length(random, random.between(1000, 3000));
    check(a, words_of_length(random, random.between(1, a.size())));
    check_multiple(a, words_of_length(random, random.between(100, 2000)));
  }
}

/// Remainders of few highest limbs' units, or just below the divisor: a quotient computed alone must notice
/// that its estimate cannot tell them apart.
TEST_P(WordsQuotients, RemaindersNearMultiples) {
  for (int round = 0; round < 2000; ++round) {
    const std::vector<limb> q = words_operand(random, 80);
    std::vector<limb> d = words_of_length(random, random.between(3, 80));
    d.back() |= limb{1} << random.below(64);
    if (random.below(4) == 0)
      std::fill_n(d.begin() + static_cast<std::ptrdiff_t>(random.below(d.size())), 1, ~limb{0});
    const std::size_t n = q.size() + d.size(), m = d.size();
    std::vector<limb> a(n);
    if (q.size() >= m)
      mpn_mul(a.data(), q.data(), q.size(), d.data(), m);
    else
      mpn_mul(a.data(), d.data(), m, q.data(), q.size());
    const limb units = random.below(4 * n);
    const std::size_t place = m - 1 - random.below(2);
    if (random.below(2) == 0)
      mpn_add_1(a.data() + place, a.data() + place, n - place, units);
    else if (mpn_sub_1(a.data() + place, a.data() + place, n - place, units) != 0)
      continue;
    check(a, d);
  }
}

/// Multiples of an even divisor and of one with zeros at the bottom; divisors whose top limb is one bit.
TEST_P(WordsQuotients, Shifts) {
  for (int round = 0; round < 500; ++round) {
    std::vector<limb> d = words_operand(random, 100);
    d.back() = limb{1} << random.below(64);
    std::fill_n(d.begin(), random.below(d.size()), limb{0});
    check_multiple(words_operand(random, 150), d);
  }
}

TEST_P(WordsQuotients, OneLimb) {
  for (int round = 0; round < 3000; ++round) {
    const std::vector<limb> a = words_operand(random, 40);
    const limb d = random.bits() >> random.below(64) | 1ULL << random.below(64);
    std::vector<limb> expected(a.size());
    const limb rest = mpn_divrem_1(expected.data(), 0, a.data(), a.size(), d);
    guarded quotient(a.size());
    std::copy(a.begin(), a.end(), quotient.data());
    ASSERT_EQ(words::divide_1(quotient.data(), quotient.data(), a.size(), d), rest);
    ASSERT_EQ(quotient.value(), expected) << a.size() << " limbs by " << d;
    ASSERT_EQ(words::remainder_1(a.data(), a.size(), d), rest) << a.size() << " limbs by " << d;
    ASSERT_EQ(words::inverse_mod_word(d | 1) * (d | 1), ~limb{0});
  }
}

/// Divisors about where remainders begin to need carries and about powers of two, and the largest limbs.
TEST_P(WordsQuotients, RemaindersOfOneLimb) {
  for (std::size_t n = 1; n <= 70; ++n) {
    for (int bits = 0; bits <= 64; ++bits) {
      const limb power = bits < 64 ? limb{1} << bits : 0;
      for (const limb d : {power - 2, power - 1, power, power + 1, power + power / 3}) {
        if (d == 0) continue;
        for (const std::vector<limb>& a :
             {words_of_length(random, n), std::vector<limb>(n, ~limb{0}), std::vector<limb>(n, d)})
          ASSERT_EQ(words::remainder_1(a.data(), n, d), mpn_mod_1(a.data(), n, d)) << n << " limbs by " << d;
      }
    }
  }
  EXPECT_EQ(words::remainder_1(nullptr, 0, 7), 0U);
  EXPECT_EQ(words::remainder_1(nullptr, 0, 8), 0U);
}

/// The limbs around which the tables and rounding of the iteration change, and random ones.
TEST(Reciprocals, TheIterationDivides) {
  random_source random(test_seed());
  const auto check = [](limb d) {
    ASSERT_EQ(kernels::reciprocal_by_iteration(d), kernels::low_limb(~kernels::wide_limb{0} / d)) << d;
  };
  constexpr limb top = limb{1} << 63;
  for (limb i = 0; i < 2000; ++i) {
    check(top + i);
    check(~i);
    check(random.bits() | top);
  }
  for (int bit = 0; bit < 63; ++bit)
    for (limb i = 0; i < 64; ++i) check((top + (limb{1} << bit) + i - 32) | top);
}

INSTANTIATE_TEST_SUITE_P(Levels, WordsQuotients,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
