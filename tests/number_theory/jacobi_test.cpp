/// \file
/// Symbols of quadratic residues against GMP.
#include "gpu_bigint/number_theory.hpp"
#include "src/number_theory/gcd/gcd.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Jacobi : public on_executor {};

TEST_P(Jacobi, SmallNumbers) {
  const int last = static_cast<int>(size({24, 9, 24}));
  for (int a = -last; a <= last; ++a)
    for (int n = -last; n <= last; ++n) {
      const integer x = a, y = n;
      EXPECT_EQ(kronecker(a, n), mpz_kronecker(x.get(), y.get())) << a << " over " << n;
      if (n > 0 && n % 2 == 1) {
        EXPECT_EQ(jacobi(a, n), mpz_jacobi(x.get(), y.get())) << a << " over " << n;
      }
    }
}

TEST_P(Jacobi, Random) {
  for (std::uint64_t round = 0; round < size({150, 20, 300}); ++round) {
    const std::uint64_t bits = size({10000, 2000, 30000});
    const integer a = random_integer(random, bits), n = random_integer(random, bits);
    EXPECT_EQ(kronecker(from_oracle(a), from_oracle(n)), mpz_kronecker(a.get(), n.get()))
        << brief(a) << " over " << brief(n);
  }
}

TEST_P(Jacobi, RandomByHalfGcd) {
  for (std::uint64_t round = 0; round < size({60, 8, 100}); ++round) {
    const std::uint64_t bits = size({20000, 4000, 60000});
    const integer a = random_integer(random, bits);
    integer n = random_integer(random, bits);
    if (n.sign() < 0) n = -n;
    mpz_setbit(n.get(), 0);
    EXPECT_EQ(number_theory::jacobi(from_oracle(a), from_oracle(n), random.between(5, 60)),
              mpz_jacobi(a.get(), n.get()))
        << brief(a) << " over " << brief(n);
  }
}

TEST_P(Jacobi, RandomAboveTheLeaf) {
  for (std::uint64_t round = 0; round < size({6, 1, 20}); ++round) {
    const integer a(random_limbs(random, random.between(900, 3000)));
    integer n(random_limbs(random, random.between(1025, 3000)));
    mpz_setbit(n.get(), 0);
    EXPECT_EQ(jacobi(from_oracle(a), from_oracle(n)), mpz_jacobi(a.get(), n.get()))
        << brief(a) << " over " << brief(n);
  }
}

TEST_P(Jacobi, RefusesEvenAndNegativeNumbersBelow) {
  EXPECT_THROW(jacobi(3, 4), std::domain_error);
  EXPECT_THROW(jacobi(3, 0), std::domain_error);
  EXPECT_THROW(jacobi(3, -5), std::domain_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Jacobi);

}  // namespace

}  // namespace gbi::test
