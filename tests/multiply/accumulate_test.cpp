/// \file
/// Products added to or subtracted from numbers, as by mpz_addmul and mpz_submul.
#include <stdexcept>

#include "gpu_bigint/arithmetic.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Accumulate : public on_executor {
 protected:
  void expect_sums(const integer& c, const integer& a, const integer& b) {
    const gpu_bigint z = from_oracle(c), x = from_oracle(a), y = from_oracle(b);
    for (const algorithm how : {algorithm::automatic, algorithm::fft}) {
      ASSERT_TRUE(matches(multiply_add(z, x, y, how), c + a * b));
      ASSERT_TRUE(matches(multiply_subtract(z, x, y, how), c - a * b));
    }
  }
};

TEST_P(Accumulate, RandomSizesAndSigns) {
  const std::uint64_t bits = size({1 << 18, 1 << 15, 1 << 24});
  for (int round = 0; round < 30; ++round)
    expect_sums(random_integer(random, 2 * bits), random_integer(random, bits), random_integer(random, bits));
}

TEST_P(Accumulate, CancellationAndCarries) {
  for (const std::size_t n : {1, 16, 700, 3000}) {
    const integer a(random_limbs(random, n), random.coin()), b(random_limbs(random, n));
    const integer ones = (integer(1) << (128 * n)) - 1, power = integer(1) << (128 * n);
    for (const integer& c : {a * b, -(a * b), a * b + 1, a * b - 1, ones, power, -power, integer(0)}) {
      expect_sums(c, a, b);
      expect_sums(c, 0, b);
    }
  }
}

TEST_P(Accumulate, WithEveryResultChecked) {
  context::current().set_verification(verification::all);
  for (const std::uint64_t bits : {100, 3000, 40'000}) {
    const integer a = random_integer(random, bits) + 1, b = -random_integer(random, bits) - 1;
    for (const integer& c : {random_integer(random, 2 * bits), random_integer(random, bits / 3), a * b,
                             -(a * b), a * a, a * b + 1, integer(0)}) {
      expect_sums(c, a, b);
      expect_sums(c, a, a);
      expect_sums(c, a, 1);
      expect_sums(c, 0, b);
    }
  }
}

TEST_P(Accumulate, OneNumberInAllPlaces) {
  const integer a(random_limbs(random, 800), true);
  gpu_bigint x = from_oracle(a);
  EXPECT_TRUE(matches(multiply_add(x, x, x), a + a * a));
  x = multiply_subtract(x, x, x);
  EXPECT_TRUE(matches(x, a - a * a));
}

TEST_P(Accumulate, RefusesNumbersOfDifferentContexts) {
  const gpu_bigint a = from_oracle(random_integer(random, 5000) + (integer(1) << 5001));
  const gpu_bigint elsewhere = a.to(context(backend::host));
  EXPECT_THROW(multiply_add(elsewhere, a, a), std::invalid_argument);
  EXPECT_THROW(multiply_subtract(a, a, elsewhere), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Accumulate);

}  // namespace

}  // namespace gbi::test
