/// \file
/// Roots, perfect squares and perfect powers against GMP.
#include <stdexcept>

#include "gpu_bigint.hpp"
#include "src/arithmetic/short_root.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class Root : public on_executor {
 protected:
  void expect_square_root(const integer& a) {
    integer root, remainder;
    mpz_sqrtrem(root.get(), remainder.get(), a.get());
    const root_remainder found = sqrt_rem(from_oracle(a));
    ASSERT_TRUE(matches(found.root, root)) << brief(a);
    ASSERT_TRUE(matches(found.remainder, remainder)) << brief(a);
    ASSERT_EQ(is_perfect_square(from_oracle(a)), remainder.sign() == 0);
  }
  void expect_root(const integer& a, std::uint64_t k) {
    integer root, remainder;
    mpz_rootrem(root.get(), remainder.get(), a.get(), k);
    const root_remainder found = root_rem(from_oracle(a), k);
    ASSERT_TRUE(matches(found.root, root)) << brief(a) << ", degree " << k;
    ASSERT_TRUE(matches(found.remainder, remainder)) << brief(a) << ", degree " << k;
  }
  integer positive(std::uint64_t bits) {
    const integer a = random_integer(random, bits);
    return a.sign() < 0 ? -a : a;
  }
  static integer power(const integer& a, std::uint64_t k) {
    integer result;
    mpz_pow_ui(result.get(), a.get(), k);
    return result;
  }
};

TEST_P(Root, SquareRootsOfSmallNumbers) {
  for (int a = 0; a < 70; ++a) expect_square_root(a);
}

TEST_P(Root, RandomSquareRoots) {
  for (int round = 0; round < 20; ++round) expect_square_root(positive(size({1 << 16, 1 << 14, 1 << 21})));
}

TEST_P(Root, SquaresAndNeighbours) {
  for (int round = 0; round < 20; ++round) {
    const integer a = positive(size({30'000, 5'000, 1 << 20})) + integer(2);
    for (const int difference : {-1, 0, 1}) expect_square_root(a * a + integer(difference));
    expect_square_root(a * a + a + a);
  }
}

// With none to several steps of the inverse root, alone and before steps of the root.
TEST_P(Root, SquareRootsFromInverseRoots) {
  for (const std::size_t limbs : {65, 130, 520}) {
    const context tuned =
        tuned_context(GetParam(), [&](plan::tuning& t) { t.division.inverse_root_limbs = limbs; });
    const scoped_context use(tuned);
    for (int round = 0; round < 12; ++round) {
      const std::uint64_t bits = 128 * random.log_uniform(60, 2100);
      expect_square_root(power(2, bits) - positive(bits / 2));
      expect_square_root(positive(size({1 << 17, 1 << 16, 1 << 20})));
      const integer b = positive(size({70'000, 35'000, 1 << 19})) + integer(2);
      for (const int difference : {-1, 0, 1}) expect_square_root(b * b + integer(difference));
      expect_square_root(b * b + b + b);
    }
    for (const std::size_t count : {130, 133, 1040, 1043})
      for (const auto& pattern : hostile_limbs(random, count)) expect_square_root(integer(pattern.value));
  }
}

TEST_P(Root, SquareRootsOfHostilePatterns) {
  for (const std::size_t count : {1, 2, 3, 4, 5, 8, 65})
    for (const auto& pattern : hostile_limbs(random, count)) expect_square_root(integer(pattern.value));
  for (const std::uint64_t bits : {62, 63, 64, 65, 126, 127, 128, 129, 254, 255, 256, 257, 1023, 1024}) {
    expect_square_root(integer(1) << bits);
    expect_square_root((integer(1) << bits) - integer(1));
  }
}

// Iterations with every number of steps, and products of every kind.
TEST_P(Root, LongSquareRoots) {
  const std::size_t longest = size({8000, 2500, 300'000});
  for (std::size_t n = 60; n <= longest; n += n / 2 + random.below(n)) {
    const integer one = 1;
    for (const integer& root :
         {integer(random_limbs(random, n)), (one << 64 * n) - one, one << (64 * n - 1)}) {
      const integer square = root * root;
      for (const integer& a : {square - one, square, square + root + root, square + root})
        expect_square_root(a);
    }
    expect_square_root(integer(random_limbs(random, 2 * n)));
    expect_square_root(integer(random_limbs(random, 2 * n - 1)));
    for (const auto& pattern : hostile_limbs(random, 2 * n))
      if (random.below(4) == 0) expect_square_root(integer(pattern.value));
  }
}

TEST(ShortRoot, OfEveryLength) {
  random_source random(test_seed());
  for (std::size_t n = 1; n < 80; ++n)
    for (auto& pattern : hostile_limbs(random, 2 * n))
      for (const limb top : {limb{0}, limb{1} << 62, limb{1} << 63}) {
        limbs a = pattern.value;
        a.resize(2 * n);
        a.back() |= top;
        if (a.back() < limb{1} << 62) continue;
        integer root;
        mpz_sqrt(root.get(), integer(a).get());
        const limbs found = arithmetic::short_root(a);
        EXPECT_EQ(found.size(), n);
        ASSERT_TRUE(matches(integer(found), root)) << pattern.name << ", " << n << " limbs";
        // The largest number with this root, and the smallest.
        for (const integer& edge : {root * root, root * root + root + root}) {
          const limbs same = edge.to_limbs(2 * n);
          if (same.back() >= limb{1} << 62) {
            ASSERT_TRUE(matches(integer(arithmetic::short_root(same)), root)) << pattern.name << ", " << n;
          }
        }
      }
}

TEST_P(Root, OtherDegrees) {
  for (const std::uint64_t k : {1, 2, 3, 4, 5, 7, 10, 31, 64, 100, 1000, 100'000}) {
    for (int round = 0; round < 6; ++round) {
      const integer a = positive(size({20'000, 4'000, 200'000}));
      expect_root(a, k);
      if (k % 2 == 1) expect_root(-a, k);
    }
    const integer root = positive(size({3'000, 500, 30'000})) + integer(2);
    if (k <= 10)
      for (const int difference : {-1, 0, 1}) expect_root(power(root, k) + integer(difference), k);
  }
}

// By the inverse root: iterations with every number of steps, degrees with one and with two limbs before the
// point, roots at both ends of a limb.
TEST_P(Root, LongRootsOfOtherDegrees) {
  const std::size_t longest = size({2500, 1700, 100'000});
  const integer one = 1;
  for (const std::uint64_t k : {3, 4, 5, 7, 16, 63, 64, 65, 99, 100, 101})
    for (std::size_t n = 15; n * k <= longest; n += n / 2 + random.below(n)) {
      for (const integer& root : {integer(random_limbs(random, n)), (one << 64 * n) - one,
                                  one << (64 * n - 1), one << (64 * n - 1 - random.below(64))}) {
        const integer exact = power(root, k);
        for (const integer& a : {exact - one, exact, power(root + one, k) - one}) expect_root(a, k);
      }
      expect_root(integer(random_limbs(random, n * k - random.below(k))), k);
    }
}

TEST_P(Root, PerfectPowers) {
  for (int a = -40; a < 140; ++a)
    EXPECT_EQ(is_perfect_power(a), mpz_perfect_power_p(integer(a).get()) != 0) << a;
  for (int round = 0; round < 5; ++round) {
    const integer a = positive(200) + integer(2);
    const std::uint64_t k = 2 + random.below(6);
    EXPECT_TRUE(is_perfect_power(from_oracle(power(a, k))));
    const integer next = power(a, k) + integer(1);
    EXPECT_EQ(is_perfect_power(from_oracle(next)), mpz_perfect_power_p(next.get()) != 0) << brief(next);
    EXPECT_EQ(is_perfect_power(from_oracle(-power(a, 4))), mpz_perfect_power_p((-power(a, 4)).get()) != 0);
  }
}

TEST_P(Root, OutsideTheDomain) {
  gpu_bigint a = -77;
  EXPECT_THROW(isqrt(a), std::domain_error);
  EXPECT_THROW(iroot(a, 4), std::domain_error);
  EXPECT_THROW(iroot(a, 0), std::domain_error);
  EXPECT_EQ(iroot(a, 3), -4);
  EXPECT_EQ(isqrt(gpu_bigint()), 0);
  EXPECT_FALSE(is_perfect_square(a));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Root);

}  // namespace

}  // namespace gbi::test
