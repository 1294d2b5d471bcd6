/// \file
/// Squares modulo 2^p - 1 and the primality of Mersenne numbers, against GMP and the known Mersenne primes.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "gpu_bigint/mersenne.hpp"
#include "src/number_theory/mersenne/square.hpp"
#include "src/number_theory/saved_header.hpp"
#include "src/plan/fft_shape.hpp"
#include "tests/number_theory/saved_tests.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr std::array<std::uint64_t, 25> exponents_of_primes{
    2,   3,    5,    7,    13,   17,   19,   31,   61,   89,    107,   127,  521,
    607, 1279, 2203, 2281, 3217, 4253, 4423, 9689, 9941, 11213, 19937, 21701};

bool is_known_prime(std::uint64_t p) {
  return std::find(exponents_of_primes.begin(), exponents_of_primes.end(), p) != exponents_of_primes.end();
}

bool is_prime_number(std::uint64_t n) {
  return mpz_probab_prime_p(integer(static_cast<long>(n)).get(), 25) != 0;
}

class LucasLehmer : public on_executor {
 protected:
  std::uint64_t random_prime(std::uint64_t first, std::uint64_t last) {
    std::uint64_t p = random.log_uniform(first, last);
    while (!is_prime_number(p)) ++p;
    return p;
  }

  /// Compares every residue of the first steps.
  void expect_residues(lucas_lehmer& test, int steps) {
    const integer modulus = (integer(1) << test.exponent()) - integer(1);
    integer expected = 4;
    for (int i = 0; i < steps; ++i) {
      expected = modulo(expected * expected - integer(2), modulus);
      test.step();
      ASSERT_TRUE(matches(test.residue(), expected))
          << "s_" << i + 1 << " modulo 2^" << test.exponent() << " - 1 in " << test.digits() << " digits";
    }
  }
};

TEST_P(LucasLehmer, KnownPrimes) {
  for (const std::uint64_t p : exponents_of_primes)
    if (p > 64 && p <= size({11213, 607, 21701})) {
      EXPECT_TRUE(lucas_lehmer(p).is_prime()) << p;
    }
}

TEST_P(LucasLehmer, AllShortExponents) {
  for (std::uint64_t p = 0; p < size({700, 200, 700}); ++p)
    EXPECT_EQ(is_mersenne_prime(p), is_known_prime(p)) << p;
}

TEST_P(LucasLehmer, ResiduesStepByStep) {
  for (int round = 0; round < 8; ++round) {
    lucas_lehmer test(random_prime(67, size({50000, 3000, 500000})));
    ASSERT_NO_FATAL_FAILURE(expect_residues(test, 40));
  }
}

// Transforms in one block, of two passes and of three, with every odd factor.
TEST_P(LucasLehmer, EveryKindOfTransform) {
  const std::uint64_t longest = size({1u << 18, 1u << 14, 1u << 22});
  for (const plan::fft_shape& shape : plan::mersenne_shapes()) {
    const std::uint64_t digits = 2 * shape.points;
    if (digits > longest) break;
    if (shape.column_passes > 0 && random.between(0, 2) > 0) continue;
    lucas_lehmer test(random_prime(digits * random.between(12, 14), digits * 16), digits);
    ASSERT_EQ(test.digits(), digits);
    ASSERT_NO_FATAL_FAILURE(expect_residues(test, 7));
    EXPECT_EQ(test.digits(), digits) << "repaired without need";
  }
}

// Carries are longer than digits of the least permitted width.
TEST_P(LucasLehmer, NarrowDigits) {
  for (const std::uint64_t digits : {64, 256, 512, 2048, 8192, 16384, 32768}) {
    if (digits > size({1u << 15, 1u << 14, 1u << 16})) break;
    std::uint64_t bits = 2;
    while (!number_theory::are_mersenne_digits(digits * bits + 1, digits)) ++bits;
    const std::uint64_t p = random_prime(digits * bits, digits * bits + digits / 8), steps = 100;
    lucas_lehmer test(p, digits);
    test.step(steps);
    integer expected = 4;
    const integer modulus = (integer(1) << p) - integer(1);
    for (std::uint64_t i = 0; i < steps; ++i) expected = modulo(expected * expected - integer(2), modulus);
    EXPECT_TRUE(matches(test.residue(), expected)) << "2^" << p << " - 1 in " << digits << " digits";
    EXPECT_EQ(test.digits(), digits);
    EXPECT_LT(test.largest_error(), 0.01);
    if (bits > 2) {
      const std::uint64_t shorter = random_prime(digits * (bits - 2), digits * (bits - 1));
      EXPECT_THROW(lucas_lehmer(shorter, digits), std::invalid_argument) << shorter;
    }
  }
}

TEST_P(LucasLehmer, TooShortTransformsAreRepaired) {
  for (const std::uint64_t digits : {512, 1024, 2048}) {
    lucas_lehmer test(random_prime(digits * 26, digits * 27), digits);
    ASSERT_NO_FATAL_FAILURE(expect_residues(test, 30));
    EXPECT_GT(test.digits(), digits);
    EXPECT_LT(test.largest_error(), 0.4);
  }
}

// Values whose digits are as hostile as possible, and 2^p - 1, which is 0. The planner's digits are meant for
// values like random ones. For hostile values the error may be too large, which must be noticed.
TEST_P(LucasLehmer, SquaresOfHostileNumbers) {
  const std::uint64_t p = random_prime(3000, 4000);
  const integer modulus = (integer(1) << p) - integer(1);
  const std::uint64_t planned = number_theory::mersenne_digits(p);
  auto values = hostile_limbs(random, p / 64);
  values.push_back({"2^p - 1", {}});
  for (const std::uint64_t digits : {planned, number_theory::mersenne_digits(p, planned + planned / 4)}) {
    number_theory::mersenne_square square(detail::engine_of(here()), p, digits);
    for (const auto& [name, limbs] : values) {
      const integer x = limbs.empty() ? modulus : integer(limbs);
      square.set(from_oracle(x));
      EXPECT_TRUE(matches(square.residue(), modulo(x, modulus))) << name;
      square.step(0);
      const bool trusted = square.measured().trusted;
      if (trusted) {
        EXPECT_TRUE(matches(square.residue(), modulo(x * x, modulus)))
            << "square of " << name << ", " << digits << " digits";
      }
      EXPECT_TRUE(trusted || digits == planned) << name << ", " << digits << " digits";
    }
  }
}

// The planner's digits leave a margin for the errors of steps that were never measured.
TEST_P(LucasLehmer, ErrorsOfPlannedTransforms) {
  for (const std::uint64_t points : {64, 1024, 16384, 262144}) {
    if (2 * points > size({1u << 16, 1u << 12, 1u << 22})) continue;
    // The largest exponents of a length are the hardest.
    std::uint64_t p = points * 2 * 24;
    while (number_theory::mersenne_digits(p) > 2 * points) p -= points / 8 + 1;
    while (!is_prime_number(p)) --p;
    lucas_lehmer test(p);
    test.step(30 + (points < 10000 ? 270 : 0));
    EXPECT_LT(test.largest_error(), 0.3) << "2^" << p << " - 1 in " << test.digits() << " digits";
    EXPECT_GT(test.largest_error(), 0.02) << "2^" << p << " - 1 in " << test.digits() << " digits";
  }
}

TEST_P(LucasLehmer, WhatIsNoTestIsRefused) {
  for (const std::uint64_t p : {0ull, 4ull, 61ull, 91ull, 1ull << 33, (1ull << 32) + 15})
    EXPECT_THROW(lucas_lehmer{p}, std::domain_error) << p;
  for (const int digits : {2, 5, 26, 96, 1024, 1 << 20})
    EXPECT_THROW(lucas_lehmer(1279, static_cast<std::uint64_t>(digits)), std::invalid_argument) << digits;
  // Trial division finds no factor of p: primes, the square of a prime and a product of two primes.
  for (const std::uint64_t p : {~std::uint64_t{0} - 58, (std::uint64_t{1} << 32) + 15}) {
    EXPECT_THROW(is_mersenne_prime(p), std::domain_error) << p;
  }
  for (const std::uint64_t n : {(std::uint64_t{1} << 40) + 2, 4294967291u * std::uint64_t{4294967291u},
                                4294967291u * std::uint64_t{4294967279u}}) {
    EXPECT_FALSE(is_mersenne_prime(n)) << n;
  }
}

TEST_P(LucasLehmer, StepsEndAtTheLast) {
  lucas_lehmer test(127);
  test.step(100);
  EXPECT_EQ(test.steps_done(), 100u);
  test.step(100);
  EXPECT_EQ(test.steps_left(), 0u);
  EXPECT_EQ(test.steps_done(), 125u);
  EXPECT_TRUE(matches(test.residue(), integer(0)));
  EXPECT_TRUE(test.is_prime());
}

constexpr std::size_t header_bytes = 56;  // of a saved test

/// Replaces the current residue, but not that of the last step that passed.
std::string with_residue(const std::string& bytes, const gpu_bigint& residue) {
  return with_residues(bytes, header_bytes, {residue, std::nullopt});
}

TEST_P(LucasLehmer, SavedTestsGoOn) {
  for (const std::uint64_t p : {127, 1279, 2203}) {
    lucas_lehmer test(p);
    for (const std::uint64_t steps : {std::uint64_t{0}, std::uint64_t{1}, p / 2}) {
      test.step(steps);
      lucas_lehmer other = reloaded(test);
      EXPECT_TRUE(other.is_prime());
      EXPECT_EQ(reloaded(other).steps_left(), 0u);
    }
  }
}

// Every right residue passes the Jacobi check, and so does about half of the residues with an error.
TEST_P(LucasLehmer, JacobiCheckFindsErrors) {
  for (const std::uint64_t p : {521, 1031}) {  // 2^1031 - 1 is composite
    lucas_lehmer test(p);
    EXPECT_TRUE(test.jacobi_check());
    test.step(3);
    EXPECT_TRUE(test.jacobi_check());
    const gpu_bigint good = test.residue();
    test.step(100);
    const std::string bytes = saved(test);
    const gpu_bigint right = test.residue();
    int found = 0;
    constexpr int errors = 24;
    for (int i = 0; i < errors; ++i) {
      const gpu_bigint bit = gpu_bigint(1) << static_cast<std::int64_t>(random.between(0, p - 2));
      lucas_lehmer wrong = loaded<lucas_lehmer>(with_residue(
          bytes,
          ((right >> random.between(0, p - 2)) % 2 == 0) && right > bit ? right - bit : right / 2 + bit / 2));
      if (i % 2 == 0) wrong.step(random.between(1, 20));  // the symbol stays wrong
      if (wrong.jacobi_check()) continue;
      ++found;
      EXPECT_EQ(wrong.steps_done(), 3u);
      EXPECT_EQ(wrong.residue(), good);
      wrong.step(100);
      EXPECT_EQ(wrong.residue(), right);
      EXPECT_TRUE(wrong.jacobi_check());
      EXPECT_EQ(wrong.is_prime(), p == 521);
    }
    EXPECT_GE(found, 2);
    EXPECT_LE(found, errors - 2);
    // These result from transforms that lost everything. Their symbols, -1 and 0, do not reveal it.
    const gpu_bigint modulus = (gpu_bigint(1) << static_cast<std::int64_t>(p)) - 1;
    for (const gpu_bigint& lost : {gpu_bigint(0), gpu_bigint(2), modulus - 2}) {
      lucas_lehmer wrong = loaded<lucas_lehmer>(with_residue(bytes, lost));
      EXPECT_FALSE(wrong.jacobi_check());
      EXPECT_EQ(wrong.residue(), good);
    }
  }
}

TEST_P(LucasLehmer, LastStepsPassTheJacobiCheck) {
  for (const std::uint64_t p : {67, 89, 127, 521, 523}) {
    lucas_lehmer test(p);
    test.step(p);
    EXPECT_TRUE(test.jacobi_check()) << p;
    EXPECT_EQ(test.steps_left(), 0u);
  }
}

/// Headers with a right checksum, but with values that no test has.
TEST_P(LucasLehmer, ImpossibleHeadersAreRefused) {
  lucas_lehmer test(521);
  test.step(50);
  const std::string bytes = saved(test);
  const auto with_field = [&](std::size_t field, std::uint64_t value) {
    number_theory::saved_header<5> header{};
    std::memcpy(&header, bytes.data(), sizeof header);
    header.fields[field] = value;
    header.checksum = header.digest();
    return std::string(reinterpret_cast<const char*>(&header), sizeof header) + bytes.substr(sizeof header);
  };
  constexpr std::size_t exponent = 0, steps = 2, passed_steps = 3, error = 4;
  EXPECT_EQ(loaded<lucas_lehmer>(with_field(steps, 519)).steps_left(), 0U);
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  for (const auto& [field, value] : {std::pair<std::size_t, std::uint64_t>{exponent, 63},
                                     {steps, 520},
                                     {passed_steps, 51},
                                     {error, bits(std::numeric_limits<double>::infinity())},
                                     {error, bits(std::numeric_limits<double>::quiet_NaN())}})
    EXPECT_THROW(loaded<lucas_lehmer>(with_field(field, value)), data_error) << field << ": " << value;
}

TEST_P(LucasLehmer, DamagedSavesAreRefused) {
  lucas_lehmer test(521);
  test.step(50);
  const std::string bytes = saved(test);
  expect_damage_is_refused<lucas_lehmer>(random, bytes, 7);
  const gpu_bigint modulus = (gpu_bigint(1) << 521) - 1;
  for (const gpu_bigint& residue : {modulus, gpu_bigint(-1)})
    EXPECT_THROW(loaded<lucas_lehmer>(with_residue(bytes, residue)), data_error);
  EXPECT_EQ(loaded<lucas_lehmer>(with_residue(bytes, modulus - 1)).residue(), modulus - 1);
}

TEST_P(LucasLehmer, LargePrimes) {
  const bool is_fast = here().backend() == backend::cuda;
  if (is_shuffled() || (!is_fast && std::getenv("GPU_BIGINT_TEST_LARGE") == nullptr))
    GTEST_SKIP() << "takes long without a GPU: GPU_BIGINT_TEST_LARGE is not set";
  for (const std::uint64_t p : {44497, 86243}) EXPECT_TRUE(is_mersenne_prime(p)) << p;
}

TEST_P(LucasLehmer, ResiduesOfARecord) {
  if (is_shuffled() || test_scale() < 1) GTEST_SKIP() << "takes too long here";
  const bool large = std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
  lucas_lehmer test(large ? 57885161 : 1257787);
  ASSERT_NO_FATAL_FAILURE(expect_residues(test, large ? 100 : 22));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(LucasLehmer);

}  // namespace

}  // namespace gbi::test
