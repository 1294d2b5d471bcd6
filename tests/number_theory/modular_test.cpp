/// \file
/// Powers modulo a number against GMP.
#include "gpu_bigint/number_theory.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Modular : public on_executor {
 protected:
  static integer power_of(const integer& base, const integer& exponent, const integer& n) {
    integer result;
    mpz_powm(result.get(), base.get(), exponent.get(), n.get());
    return result;
  }
};

TEST_P(Modular, SmallNumbers) {
  for (int n = -7; n <= 7; ++n) {
    if (n == 0) continue;
    const modulus by(n);
    for (int base = -4; base <= 8; base += 3)
      for (int exponent = 0; exponent <= 6; exponent += 2)
        EXPECT_TRUE(matches(by.power(base, exponent), power_of(base, exponent, n)))
            << base << "^" << exponent << " modulo " << n;
  }
}

TEST_P(Modular, RandomPowers) {
  for (std::uint64_t round = 0; round < size({60, 10, 100}); ++round) {
    const integer base = random_integer(random, 3000), n = random_integer(random, 2500);
    integer exponent = random_integer(random, size({400, 60, 2000}));
    if (exponent.sign() < 0) exponent = -exponent;
    if (n.sign() == 0) continue;
    EXPECT_TRUE(
        matches(powm(from_oracle(base), from_oracle(exponent), from_oracle(n)), power_of(base, exponent, n)))
        << brief(base) << "^" << brief(exponent) << " modulo " << brief(n);
  }
}

TEST_P(Modular, HostileModuliAndLongOnes) {
  for (const std::size_t count : {1, 2, 7, 40}) {
    if (count > size({40, 2, 40})) continue;
    for (const auto& pattern : hostile_limbs(random, count)) {
      const integer n(pattern.value);
      if (n.sign() == 0) continue;
      for (const integer& base : {n - integer(1), integer(random_limbs(random, count)), integer(2)})
        EXPECT_TRUE(matches(powm(from_oracle(base), 29, from_oracle(n)), power_of(base, 29, n)))
            << pattern.name;
    }
  }
}

TEST_P(Modular, ReusedModulus) {
  const integer n = integer(random_limbs(random, 5));
  const modulus by(from_oracle(n));
  EXPECT_TRUE(matches(by.value(), n));
  for (int round = 0; round < 5; ++round) {
    const integer a = random_integer(random, 1000), b = random_integer(random, 1000);
    integer expected;
    mpz_mod(expected.get(), a.get(), n.get());
    EXPECT_TRUE(matches(by.reduce(from_oracle(a)), expected));
    mpz_mod(expected.get(), integer(a * b).get(), n.get());
    EXPECT_TRUE(matches(by.multiply(from_oracle(a), from_oracle(b)), expected));
  }
}

TEST_P(Modular, NegativeExponentsTakeTheInverse) {
  integer n = integer(random_limbs(random, 9));
  mpz_setbit(n.get(), 0);
  EXPECT_TRUE(matches(powm(2, -77, from_oracle(n)), power_of(2, -77, n)));
  EXPECT_THROW(powm(6, -1, 9), std::domain_error);
  EXPECT_THROW(powm(6, 2, 0), std::domain_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Modular);

}  // namespace

}  // namespace gbi::test
