/// \file
/// Complete factorisations.
#include "gpu_bigint/factor.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/factor/factor_fixture.hpp"

namespace gbi::test {

namespace {

class Factor : public factor_fixture {
 protected:
  using parts = std::vector<std::pair<gpu_bigint, std::uint64_t>>;

  static parts parts_of(const std::vector<number_factor>& found) {
    parts result;
    for (const number_factor& each : found) result.emplace_back(each.value, each.times);
    return result;
  }

  using attempts = std::vector<std::pair<std::uint64_t, std::size_t>>;

  static attempts tried_on(const number_factor& part) {
    attempts result;
    for (const factor_attempt& each : part.tried) result.emplace_back(each.b1, each.curves);
    return result;
  }
};

TEST_P(Factor, ProductsOfPrimes) {
  for (std::size_t i = size({6, 1, 20}); i > 0; --i) {
    std::vector<integer> primes;
    integer n(1);
    const std::size_t largest = size({60, 24, 80});
    for (std::size_t k = random.between(1, 5); k > 0; --k) {
      primes.push_back(next_prime_of(odd_number(random.between(2, largest - 1))));
      for (std::size_t times = random.between(1, 2); times > 0; --times) n = n * primes.back();
    }
    integer product(1);
    for (const number_factor& each : factor(from_oracle(n))) {
      EXPECT_TRUE(mpz_probab_prime_p(to_oracle(each.value).get(), 25) > 0) << each.value;
      EXPECT_EQ(each.is, each.value.bit_length() <= 64 ? number_factor::kind::prime
                                                       : number_factor::kind::probable_prime);
      for (std::uint64_t k = 0; k < each.times; ++k) product = product * to_oracle(each.value);
    }
    EXPECT_TRUE(matches(product, n)) << brief(n);
  }
}

TEST_P(Factor, PrimePowersAndSmallNumbers) {
  EXPECT_TRUE(factor(1).empty());
  EXPECT_TRUE(factor(-1).empty());
  EXPECT_THROW(static_cast<void>(factor(0)), std::domain_error);
  EXPECT_EQ(parts_of(factor(-360)), (parts{{2, 3}, {3, 2}, {5, 1}}));
  EXPECT_EQ(parts_of(factor(gpu_bigint(1) << 200)), (parts{{2, 200}}));
  const gpu_bigint p = (gpu_bigint(1) << 61) - 1, q = 65537;
  EXPECT_EQ(parts_of(factor(p * p * p)), (parts{{p, 3}}));
  EXPECT_EQ(parts_of(factor(gbi::pow(q, 5) * 1'000'003)), (parts{{q, 5}, {1'000'003, 1}}));
  EXPECT_EQ(parts_of(factor(gbi::pow(q * 65539, 2))), (parts{{q, 2}, {65539, 2}}));
}

TEST_P(Factor, PartsThatStay) {
  if (is_shuffled()) GTEST_SKIP() << "takes too long here";
  const gpu_bigint p = (gpu_bigint(1) << 127) - 1, q = (gpu_bigint(1) << 107) - 1;
  const std::vector<number_factor> found = factor(p * q * 6, {.b1 = 200});
  ASSERT_EQ(parts_of(found), (parts{{2, 1}, {3, 1}, {p * q, 1}}));
  EXPECT_EQ(found.back().is, number_factor::kind::composite);
  EXPECT_EQ(tried_on(found.back()), (attempts{{2000, 0}, {200, 8}}));
  EXPECT_TRUE(found.front().tried.empty());
  if (test_scale() < 1) return;  // the rest takes half a minute with sanitizers
  // What was tried before a factor was found counts for the rest. r - 1 = 2 12043 12433 14087 15217 15541
  // 16363.
  const gpu_bigint r("16324130639823756957589367");
  const std::vector<number_factor> more = factor(p * q * r, {.b1 = 2000});
  ASSERT_EQ(parts_of(more), (parts{{r, 1}, {p * q, 1}}));
  EXPECT_EQ(tried_on(more.back()), (attempts{{2000, 0}, {200, 8}, {20'000, 0}, {2000, 24}}));
  const gpu_bigint long_one = (gpu_bigint(1) << 8209) + 1;
  EXPECT_EQ(factor(long_one).back().is, number_factor::kind::composite);
  EXPECT_TRUE(factor(long_one).back().tried.empty());
  EXPECT_EQ(factor(p).back().is, number_factor::kind::probable_prime);
}

GPU_BIGINT_ON_EVERY_DEVICE(Factor);

}  // namespace

}  // namespace gbi::test
