/// \file
/// Greatest common divisors, cofactors and inverses against GMP.
#include <algorithm>
#include <vector>

#include "gpu_bigint/number_theory.hpp"
#include "src/number_theory/gcd/gcd.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Gcd : public on_executor {
 protected:
  /// \param leaf limbs that the host processes; 0: the library's choice
  void expect_all(const integer& a, const integer& b, std::uint64_t leaf = 0) {
    SCOPED_TRACE("of " + brief(a) + " and " + brief(b) + ", leaf " + std::to_string(leaf));
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    integer g, s, t;
    mpz_gcd(g.get(), a.get(), b.get());
    EXPECT_TRUE(matches(leaf == 0 ? gcd(x, y) : number_theory::gcd(x, y, leaf), g));

    const bezout found = leaf == 0 ? gcd_ext(x, y) : number_theory::gcd_ext(x, y, leaf);
    mpz_gcdext(g.get(), s.get(), t.get(), a.get(), b.get());
    EXPECT_TRUE(matches(found.gcd, g));
    EXPECT_TRUE(matches(found.s, s));
    EXPECT_TRUE(matches(found.t, t));

    integer inverse;
    const bool exists = b.sign() != 0 && mpz_invert(inverse.get(), a.get(), b.get()) != 0;
    const auto result = leaf == 0 ? try_invert(x, y) : number_theory::try_invert(x, y, leaf);
    ASSERT_EQ(result.has_value(), exists);
    if (exists) {
      EXPECT_TRUE(matches(*result, inverse));
    }
  }

  /// Returns a and b for which Euclid's algorithm has `quotients`, given from the last to the first.
  static std::pair<integer, integer> from_quotients(const std::vector<integer>& quotients,
                                                    const integer& gcd) {
    integer a = gcd, b = 0;
    for (const integer& q : quotients) {
      b = a * q + b;
      mpz_swap(a.get(), b.get());
    }
    return {a, b};
  }

  static constexpr std::uint64_t leaves[] = {5, 9, 20, 56, 100};
};

TEST_P(Gcd, SmallNumbers) {
  const int last = static_cast<int>(size({12, 6, 12}));
  for (int a = -last; a <= last; ++a)
    for (int b = -last; b <= last; ++b) expect_all(a, b);
}

TEST_P(Gcd, RandomByTheHost) {
  for (std::uint64_t round = 0; round < size({60, 12, 200}); ++round) {
    const std::uint64_t bits = size({20000, 4000, 32000});
    const integer common = random_integer(random, bits / 2);
    expect_all(common * random_integer(random, bits / 2), common * random_integer(random, bits / 2));
  }
}

TEST_P(Gcd, RandomByHalfGcd) {
  for (const std::uint64_t leaf : leaves)
    for (std::uint64_t round = 0; round < size({4, 2, 20}); ++round) {
      const std::uint64_t bits = std::min<std::uint64_t>(size({20000, 4000, 100000}), 700 * leaf);
      const integer common = random_integer(random, round % 2 == 0 ? 3 : bits / 3);
      expect_all(common * random_integer(random, bits), common * random_integer(random, bits), leaf);
      const integer a(random_limbs(random, bits / 64)), b(random_limbs(random, bits / 64));
      expect_all(common * a, common * b, leaf);
    }
}

/// The default leaf, with products on the device above it.
TEST_P(Gcd, RandomAboveTheLeaf) {
  for (std::uint64_t round = 0; round < size({3, 1, 10}); ++round) {
    const integer a(random_limbs(random, random.between(1025, 2600)));
    const integer b(random_limbs(random, random.between(1025, 2600)));
    expect_all(a, b);
    const integer common = random_integer(random, 20000);
    expect_all(common * a, common * b);
  }
}

/// Matrix products yield numbers whose highest limbs do not determine their sizes: powers of two, and one
/// less.
TEST_P(Gcd, SizesThatLeadingLimbsDoNotTell) {
  for (const std::uint64_t leaf : {std::uint64_t{9}, std::uint64_t{20}})
    for (std::uint64_t round = 0; round < size({10, 3, 40}); ++round) {
      const std::uint64_t bits = 64 * random.between(2 * leaf, 8 * leaf);
      const integer g = (integer(1) << bits) - integer(static_cast<long>(random.below(3)));
      const integer p = random_integer(random, 640 * leaf), q = random_integer(random, 640 * leaf);
      expect_all(g * p, g * q, leaf);
      expect_all(g * p + integer(1), g * q, leaf);
    }
}

TEST_P(Gcd, QuotientsOfAllSizes) {
  for (std::uint64_t round = 0; round < size({20, 6, 80}); ++round) {
    std::vector<integer> quotients;
    const std::uint64_t longest = random.log_uniform(1, 8000);
    for (std::uint64_t bits = 0; bits < size({10000, 3000, 60000});) {
      integer q = random_integer(random, longest);
      if (q.sign() < 0) q = -q;
      q = q + integer(1);
      bits += q.bit_length();
      quotients.push_back(q);
    }
    const auto [a, b] =
        from_quotients(quotients, random.coin() ? integer(1) : random_integer(random, 2000) + integer(1));
    expect_all(a, b, leaves[random.below(std::size(leaves))]);
  }
}

TEST_P(Gcd, FibonacciNumbersAndTheirNeighbours) {
  for (const std::uint64_t n : {90u, 1000u, 7000u, 20000u}) {
    if (n > size({20000, 1000, 20000})) continue;
    integer a, b;
    mpz_fib2_ui(a.get(), b.get(), n);
    for (const std::uint64_t leaf : {std::uint64_t{0}, std::uint64_t{9}, std::uint64_t{56}}) {
      expect_all(a, b, leaf);
      expect_all(b, a + integer(1), leaf);
      expect_all(a * b, b * b, leaf);
    }
  }
}

TEST_P(Gcd, HostileOperands) {
  for (const std::size_t count : {1, 3, 30, 80}) {
    if (count > size({80, 3, 80})) continue;
    const auto patterns = hostile_limbs(random, count);
    for (const auto& pattern : patterns) {
      const integer a(pattern.value);
      const integer b(patterns[random.below(patterns.size())].value);
      const std::uint64_t leaf = random.coin() ? 0 : leaves[random.below(3)];
      expect_all(a, b, leaf);
      expect_all(-a, a, leaf);
      expect_all(a, a + integer(1), leaf);
      expect_all(b * a, -a, leaf);
      expect_all(a, 0, leaf);
      expect_all(0, b, leaf);
      expect_all(a, 1, leaf);
      expect_all(a, integer(1) << (64 * count + 17), leaf);
    }
  }
}

TEST_P(Gcd, OfNumbersWhoseSizeTheHostDoesNotKnow) {
  const integer a = random_integer(random, 3000), b = random_integer(random, 3000);
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  integer g;
  mpz_gcd(g.get(), integer(a * a - b).get(), integer(a - a).get());
  EXPECT_TRUE(matches(gcd(x * x - y, x - x), g));
  mpz_gcd(g.get(), integer(a - b).get(), integer(a * b).get());
  EXPECT_TRUE(matches(gcd(x - y, x * y), g));
  EXPECT_EQ(gcd(gpu_bigint(), gpu_bigint()), 0);
  EXPECT_EQ(gcd(gpu_bigint(), gpu_bigint(-3)), 3);
}

TEST_P(Gcd, LeastCommonMultiple) {
  for (std::uint64_t round = 0; round < size({20, 5, 40}); ++round) {
    const integer common = random_integer(random, 2000);
    const integer a = common * random_integer(random, 3000), b = common * random_integer(random, 3000);
    integer expected;
    mpz_lcm(expected.get(), a.get(), b.get());
    EXPECT_TRUE(matches(lcm(from_oracle(a), from_oracle(b)), expected));
  }
}

TEST_P(Gcd, RefusesWhatHasNoInverse) {
  EXPECT_THROW(invert(6, 9), std::domain_error);
  EXPECT_THROW(invert(0, 9), std::domain_error);
  EXPECT_THROW(invert(5, 0), std::domain_error);
  EXPECT_EQ(invert(-5, -9), 7);
  EXPECT_EQ(invert(5, 1), 0);
  const context other(backend::host);
  EXPECT_THROW(gcd(gpu_bigint(4), gpu_bigint(6).to(other)), std::invalid_argument);
  EXPECT_THROW(gcd_ext(gpu_bigint(4), gpu_bigint(6).to(other)), std::invalid_argument);
  EXPECT_THROW(invert(gpu_bigint(4), gpu_bigint(7).to(other)), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Gcd);

}  // namespace

}  // namespace gbi::test
