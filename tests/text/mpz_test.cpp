/// \file
/// Conversions to and from mpz_t and mpz_class.
#include <gmp.h>
#include <gmpxx.h>

#include <type_traits>

#include "gpu_bigint/gmp.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Mpz : public on_executor {};

TEST_P(Mpz, ThereAndBack) {
  for (const std::size_t bits : {0, 1, 64, 65, 1000, 30000}) {
    const integer a = bits == 0 ? integer(0) : random_integer(random, bits);
    const gpu_bigint x = from_mpz(a.get());
    EXPECT_EQ(x.to_string(), a.to_string());
    integer back = 7;
    to_mpz(back.get(), x);
    EXPECT_EQ(mpz_cmp(back.get(), a.get()), 0);
  }
}

TEST_P(Mpz, ClassesAndTheirExpressions) {
  const integer a = random_integer(random, 3000);
  const mpz_class value(a.get());
  EXPECT_EQ(from_mpz(value), from_mpz(a.get()));
  EXPECT_EQ(from_mpz(value * value - 1), from_mpz(a.get()) * from_mpz(a.get()) - 1);
  const gpu_bigint x = from_mpz(value);
  // EXPECT_EQ would print them with functions of libgmpxx, which nothing else needs.
  EXPECT_TRUE(to_mpz_class(-x) == -value);
  mpz_class back = 5;
  to_mpz(back, x);
  EXPECT_TRUE(back == value);
  EXPECT_TRUE(to_mpz_class(0) == 0);
  static_assert(!std::is_convertible_v<mpz_class, gpu_bigint>, "a copy to another type is written out");
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Mpz);

}  // namespace

}  // namespace gbi::test
