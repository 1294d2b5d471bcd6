/// \file
/// Arithmetic modulo a prime of 61 bits, and the choice of primes, against GMP.
#include "kernels/word/small_modulus.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

#include "src/exec/host/executor.hpp"
#include "src/faults/verifier.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using kernels::small_modulus, kernels::wide_limb;

bool gmp_says_prime(std::uint64_t n) {
  mpz_t value;
  mpz_init(value);
  mpz_import(value, 1, -1, sizeof n, 0, 0, &n);
  const bool prime = mpz_probab_prime_p(value, 30) != 0;
  mpz_clear(value);
  return prime;
}

TEST(Prime, RandomOnesHaveTheirLengthAndDiffer) {
  const auto expect = [](int bits, const auto& draw) {
    const std::uint64_t a = draw(), b = draw();
    for (const std::uint64_t q : {a, b}) {
      EXPECT_TRUE(gmp_says_prime(q));
      EXPECT_EQ(std::bit_width(q), bits);
    }
    EXPECT_NE(a, b);
  };
  expect(61, faults::random_prime);
  expect(28, faults::random_short_prime);
}

TEST(Verifier, DrawsAnotherPrimeAfterManyChecks) {
  exec::host::host_executor executor;
  faults::verifier verifier(executor, verification::residue);
  const auto first = verifier.table();
  for (std::uint64_t i = 1; i < faults::verifier::checks_of_prime; ++i) ASSERT_EQ(verifier.table(), first);
  const auto second = verifier.table();
  EXPECT_NE(second->modulus().prime, first->modulus().prime);
  // A launch that is being queued still reads the first table.
  for (const auto& table : {first, second}) {
    const kernels::checksum_modulus modulus = table->modulus();
    EXPECT_EQ(modulus.of_limb[0], 1u);
    EXPECT_EQ(modulus.of_limb[1], (wide_limb{1} << 64) % modulus.prime);
    const small_modulus by = small_modulus::of(modulus.prime);
    limb power = 1;
    for (int i = 0; i < kernels::checksum_threads; ++i, power = by.multiply(power, modulus.of_limb[1]))
      ASSERT_EQ(modulus.of_limb[i], power) << i;
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(modulus.of_row[i + 1], by.multiply(modulus.of_row[i], modulus.of_row[1]));
    EXPECT_EQ(modulus.of_row[1],
              by.multiply(modulus.of_limb[kernels::checksum_threads - 1], modulus.of_limb[1]));
  }
}

TEST(Verifier, VerdictsTakeTurns) {
  exec::host::host_executor executor;
  faults::verifier verifier(executor, verification::all);
  constexpr std::uint32_t problems = 3;
  const kernels::verdict *before, *spent;
  {
    const faults::verifier::lease first(verifier, problems);
    before = first.get();
    spent = first.spent();
    EXPECT_GE(std::abs(before - spent), std::ptrdiff_t{problems});
    // Another thread's check at the same time has verdicts of its own.
    const faults::verifier::lease other(verifier, problems);
    for (const kernels::verdict* const one : {other.get(), other.spent()})
      EXPECT_TRUE(one != before && one != spent);
    EXPECT_EQ(other.get()->checksum[2][0], 0u);
  }
  // The verdicts that were returned last are used first.
  const faults::verifier::lease next(verifier, problems);
  EXPECT_EQ(next.get(), spent);
  EXPECT_EQ(next.spent(), before);
  EXPECT_THROW(
      {
        const faults::verifier::lease failing(verifier, problems);
        failing.get()->checksum[2][0] = 1;
        throw std::runtime_error("the launch fails");
      },
      std::runtime_error);
  // After a failed launch, nobody knows what the verdicts contain. They are not used again.
  const faults::verifier::lease fresh(verifier, problems);
  for (const kernels::verdict* const one : {fresh.get(), fresh.spent()}) EXPECT_EQ(one->checksum[2][0], 0u);
}

TEST(SmallModulus, AgreesWithDivisionOfWideNumbers) {
  random_source random(test_seed());
  for (const std::uint64_t q :
       {(std::uint64_t{1} << 60) + 33, (std::uint64_t{1} << 61) - 1, faults::random_prime()}) {
    const small_modulus modulus = small_modulus::of(q);
    const wide_limb largest = ~wide_limb{0};
    for (const wide_limb x :
         {wide_limb{0}, wide_limb{q - 1}, wide_limb{q}, largest, largest - 1, largest / q * q})
      ASSERT_EQ(modulus.reduce(x), static_cast<std::uint64_t>(x % q));
    for (int round = 0; round < 20000; ++round) {
      const wide_limb x = (wide_limb{random.bits()} << 64 | random.bits()) >> random.below(128);
      ASSERT_EQ(modulus.reduce(x), static_cast<std::uint64_t>(x % q));
      const std::uint64_t a = random.below(q), b = round % 5 == 0 ? q - 1 : random.below(q);
      ASSERT_EQ(modulus.multiply(a, b), static_cast<std::uint64_t>(wide_limb{a} * b % q));
      ASSERT_EQ(modulus.add(a, b), static_cast<std::uint64_t>((wide_limb{a} + b) % q));
    }
  }
}

}  // namespace

}  // namespace gbi::test
