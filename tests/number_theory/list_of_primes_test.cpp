/// \file
/// Lists of numbers tested for primality side by side, and the powers of two that this takes, against GMP.
#include <algorithm>
#include <vector>

#include "gpu_bigint/primes.hpp"
#include "src/number_theory/modular/powers_of_two.hpp"
#include "src/number_theory/primes/primality.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

class ListOfPrimes : public on_executor {
 protected:
  static bool is_prime(const integer& n) { return mpz_probab_prime_p(n.get(), 25) > 0; }
  static integer power_of_two(const integer& exponent, const integer& n) {
    integer result;
    mpz_powm(result.get(), integer(2).get(), exponent.get(), n.get());
    return result;
  }
  static integer mersenne(unsigned exponent) { return (integer(1) << exponent) - integer(1); }

  static std::vector<gpu_bigint> from(const std::vector<integer>& all) {
    std::vector<gpu_bigint> result;
    for (const integer& each : all) result.push_back(from_oracle(each));
    return result;
  }
  void expect_powers(const std::vector<integer>& n, const std::vector<integer>& exponents) {
    const std::vector<gpu_bigint> powers = number_theory::powers_of_two(from(n), from(exponents));
    ASSERT_EQ(powers.size(), n.size());
    for (std::size_t g = 0; g < n.size(); ++g)
      ASSERT_TRUE(matches(powers[g], power_of_two(exponents[g], n[g])))
          << "2^" << brief(exponents[g]) << " modulo " << brief(n[g]) << ", " << g << " of " << n.size();
  }
  void expect_tested(const std::vector<integer>& n, int rounds = 25) {
    const std::vector<bool> found = is_probable_prime(from(n), rounds);
    ASSERT_EQ(found.size(), n.size());
    for (std::size_t g = 0; g < n.size(); ++g)
      EXPECT_EQ(found[g], is_prime(n[g].sign() < 0 ? -n[g] : n[g])) << brief(n[g]);
  }
};

TEST_P(ListOfPrimes, PowersOfTwo) {
  for (const std::size_t count : {1, 2, 3, 40}) {
    if (count > size({40, 3, 40})) continue;
    const std::size_t limbs_each = random.log_uniform(2, size({3000, 120, 20'000}));
    std::vector<integer> n, exponents;
    for (std::size_t g = 0; g < count; ++g) {
      n.emplace_back(random_limbs(random, random.between(limbs_each / 2 + 1, limbs_each)));
      n.back() = n.back() + integer(3);
      exponents.emplace_back(random_limbs(random, 1 + random.below(2)));
      if (random.below(4) == 0) exponents.back() = integer(static_cast<long>(random.below(3)));
    }
    expect_powers(n, exponents);
  }
}

/// The remainders are as long, and as short, as they can be.
TEST_P(ListOfPrimes, PowersModuloExtremeNumbers) {
  for (const unsigned bits : {128u, 1000u, 4096u, 6000u})
    expect_powers(
        {mersenne(bits), (integer(1) << bits) + integer(1), mersenne(bits - 17),
         (integer(1) << (bits - 1)) + integer(1)},
        {integer(static_cast<long>(bits)), integer(static_cast<long>(2 * bits)), mersenne(90), integer(0)});
}

TEST_P(ListOfPrimes, ShortNumbers) {
  std::vector<integer> n{integer(0),
                         integer(1),
                         integer(-7),
                         integer(91),
                         mersenne(127),
                         -mersenne(127),
                         mersenne(61) * mersenne(89),
                         mersenne(521)};
  expect_tested(n);
  expect_tested(n, 27);
  expect_tested({mersenne(127), integer(4)});
  expect_tested({});
}

/// Products of primes and, on a GPU, a prime, whose tests are chains of products; an even number, and a short
/// one.
TEST_P(ListOfPrimes, LongNumbers) {
  if (GetParam() != "host" && GetParam() != "cuda") GTEST_SKIP() << "takes too long here";
  if (test_scale() < 1) GTEST_SKIP() << "takes too long with a sanitizer";
  std::vector<integer> n{mersenne(4423) * mersenne(4253) * mersenne(4253) * mersenne(4253), integer(7),
                         mersenne(19937) + integer(1),
                         mersenne(4423) * mersenne(4423) * mersenne(4253) * mersenne(4253)};
  std::vector<bool> expected{false, true, false, false};
  if (GetParam() == "cuda") {
    n.push_back(mersenne(19937));
    expected.push_back(true);
  }
  const std::vector<gpu_bigint> list = from(n);
  EXPECT_TRUE(number_theory::takes_products(list[0]));
  EXPECT_EQ(is_probable_prime(list), expected);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ListOfPrimes);

}  // namespace

}  // namespace gbi::test
