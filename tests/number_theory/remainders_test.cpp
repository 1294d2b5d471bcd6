/// \file
/// Remainder trees and the Chinese remainder theorem against GMP.
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/number_theory.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Remainders : public on_executor {};

TEST_P(Remainders, OfManyWords) {
  for (std::uint64_t round = 0; round < size({20, 6, 40}); ++round) {
    const integer a = random_integer(random, 40000);
    std::vector<std::uint64_t> moduli(random.log_uniform(1, 300));
    for (std::uint64_t& m : moduli) m = (random.bits() >> 1 >> random.below(63)) | 1;
    moduli.front() = 1;
    moduli.back() = (std::uint64_t{1} << 63) - 1;
    const auto remainders = mod_each(from_oracle(a), moduli);
    ASSERT_EQ(remainders.size(), moduli.size());
    for (std::size_t i = 0; i < moduli.size(); ++i)
      EXPECT_EQ(remainders[i], mpz_fdiv_ui(a.get(), moduli[i])) << brief(a) << " modulo " << moduli[i];
  }
  const std::vector<std::uint64_t> wrong{3, 0}, long_one{~std::uint64_t{0}};
  EXPECT_THROW(mod_each(gpu_bigint(5), wrong), std::domain_error);
  EXPECT_THROW(mod_each(gpu_bigint(5), long_one), std::domain_error);
}

TEST_P(Remainders, ByTree) {
  for (const std::size_t count : {1, 2, 3, 10, 17}) {
    const integer a = random_integer(random, 20000);
    std::vector<integer> expected;
    std::vector<gpu_bigint> moduli;
    for (std::size_t i = 0; i < count; ++i) {
      integer m = random_integer(random, 2000);
      if (m.sign() == 0) m = 12;
      moduli.push_back(from_oracle(m));
      expected.push_back(modulo(a, m));
    }
    const auto remainders = mod_each(from_oracle(a), moduli);
    ASSERT_EQ(remainders.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_TRUE(matches(remainders[i], expected[i]));
  }
  EXPECT_TRUE(mod_each(gpu_bigint(5), std::vector<gpu_bigint>{}).empty());
  EXPECT_THROW(mod_each(gpu_bigint(5), std::vector<gpu_bigint>{3, 0}), std::domain_error);
}

TEST_P(Remainders, ChineseRemainders) {
  for (const std::size_t count : {1, 2, 5, 12}) {
    std::vector<gpu_bigint> moduli;
    integer product = 1, m = random_integer(random, 300);
    for (std::size_t i = 0; i < count; ++i) {
      mpz_nextprime(m.get(), m.get());
      moduli.push_back(from_oracle(i % 2 == 0 ? m : -m));
      product = product * m;
    }
    const integer a = modulo(random_integer(random, 8000), product);
    auto remainders = mod_each(from_oracle(a), moduli);
    remainders.front() -= moduli.front() * 3;
    EXPECT_TRUE(matches(crt(remainders, moduli), a));
  }
  EXPECT_EQ(crt({}, {}), 0);
  const std::vector<gpu_bigint> one{1}, two{1, 2}, common{6, 10}, zero{3, 0};
  EXPECT_THROW(crt(one, two), std::invalid_argument);
  EXPECT_THROW(crt(two, common), std::domain_error);
  EXPECT_THROW(crt(two, zero), std::domain_error);
}

/// The text of the exception that a call throws.
template <class Exception, class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return "no exception";
}

TEST_P(Remainders, ErrorsNameTheModuli) {
  std::vector<gpu_bigint> moduli{7, 11, 13, 17, 19, 23, 29}, remainders(moduli.size(), 1);
  const auto combine = [&] { (void)crt(remainders, moduli); };
  moduli[5] = 11 * gpu_bigint(13) << 100;
  EXPECT_EQ(
      message_of<std::domain_error>(combine),
      "Chinese remainders: modulus 1 of 7 (4 bits) and modulus 5 of 7 (108 bits) have a common factor of "
      "4 bits");
  moduli[5] = 0;
  EXPECT_EQ(message_of<std::domain_error>(combine), "Chinese remainders: modulus 5 of 7 (0 bits) is 0");
  moduli[5] = gpu_bigint(23).to(context(backend::host));
  EXPECT_EQ(message_of<std::invalid_argument>(combine),
            "Chinese remainders: modulus 5 of 7 (5 bits) lives in another context than the first one (use "
            "to())");
  EXPECT_EQ(message_of<std::domain_error>([] {
              (void)mod_each(gpu_bigint(5), std::vector<std::uint64_t>{3, 0, 4});
            }),
            "residues of a number of 1 limbs: modulus 1 of 3 is 0, not between 1 and 2^63 - 1");
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Remainders);

}  // namespace

}  // namespace gbi::test
