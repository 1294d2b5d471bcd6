/// \file
/// The test of probable primes 2^p - 1 against GMP, and errors that Gerbicz' check finds: flipped bits
/// anywhere in memory, lost states, wrong saves. Fermat's test of other numbers.
#include <array>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "tests/number_theory/mersenne_faults.hpp"
#include "tests/number_theory/saved_tests.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

integer mersenne_number(std::uint64_t p) {
  return (integer(1) << p) - integer(1);
}

/// base^(2^i) modulo 2^p - 1.
integer power_of_base(std::uint64_t p, std::uint64_t i) {
  integer result;
  mpz_powm(result.get(), integer(3).get(), (integer(1) << i).get(), mersenne_number(p).get());
  return result;
}

/// 3^(2^p - 2) modulo 2^p - 1.
integer final_residue_of(std::uint64_t p) {
  integer result;
  const integer modulus = mersenne_number(p);
  mpz_powm(result.get(), integer(3).get(), (modulus - integer(1)).get(), modulus.get());
  return result;
}

class MersennePrp : public on_executor {};

/// Tests on failing memory, which only an executor of the host has.
class MersenneFaults : public on_executor {};

TEST_P(MersennePrp, KnownExponents) {
  const std::array<std::uint64_t, 7> primes{89, 521, 607, 1279, 2203, 3217, 4423};
  const std::array<std::uint64_t, 9> composites{67, 71, 523, 1277, 1283, 2207, 3221, 4421, 4441};
  const std::uint64_t most = size({5000, 700, 5000});
  for (const std::uint64_t p : primes) {
    if (p > most) continue;
    mersenne_prp test(p);
    EXPECT_TRUE(test.is_probable_prime()) << p;
    EXPECT_EQ(test.final_residue(), 1) << p;
    EXPECT_EQ(test.steps_left(), 0u);
    EXPECT_EQ(test.errors(), 0u);
    EXPECT_EQ(test.residue(), 9);
  }
  for (const std::uint64_t p : composites) {
    if (p > most) continue;
    mersenne_prp test(p);
    EXPECT_TRUE(matches(test.final_residue(), final_residue_of(p))) << p;
    EXPECT_FALSE(test.is_probable_prime()) << p;
    EXPECT_EQ(test.errors(), 0u);
  }
}

TEST_P(MersennePrp, ResiduesAtAnyStep) {
  for (const std::uint64_t p : {67, 521, 2207}) {
    mersenne_prp test(p, 0, random.between(2, p / 3));
    EXPECT_TRUE(test.gerbicz_check());
    while (test.steps_left() > 0) {
      test.step(random.between(1, p / 3));
      ASSERT_TRUE(matches(test.residue(), power_of_base(p, test.steps_done())))
          << p << ' ' << test.steps_done();
      if (random.coin()) {
        EXPECT_TRUE(test.gerbicz_check());
      }
      EXPECT_LT(test.largest_error(), 0.4);
    }
    EXPECT_EQ(test.errors(), 0u);
  }
}

TEST_P(MersennePrp, TooShortTransformsAreRepaired) {
  const std::uint64_t p = 27739;  // 27 bits a digit
  mersenne_prp test(p, 1024);
  test.step(100);
  EXPECT_TRUE(matches(test.residue(), power_of_base(p, 100)));
  EXPECT_GT(test.digits(), 1024u);
  EXPECT_EQ(test.errors(), 0u);
}

TEST_P(MersennePrp, WhatIsNoTestIsRefused) {
  for (const std::uint64_t p : {0ull, 61ull, 91ull, 1ull << 33, (1ull << 32) + 15})
    EXPECT_THROW(mersenne_prp{p}, std::domain_error) << p;
  EXPECT_THROW(mersenne_prp(1279, 26), std::invalid_argument);
  for (const int block : {1, 1280})
    EXPECT_THROW(mersenne_prp(1279, 0, static_cast<std::uint64_t>(block)), std::invalid_argument);
}

/// The outcomes of flipped bits, one in each test.
struct fault_count {
  int flips = 0;
  int monitored = 0;  ///< the rounding could not be trusted
  int found = 0;      ///< by a check
  int wrong = 0;      ///< results
};

/// Runs tests of 2^p - 1, a prime, on failing memory. `run(count)` returns whether the result is right.
template <class Run>
fault_count count_faults(random_source& random, int flips, Run&& run) {
  fault_count count;
  std::uint64_t launches = 0, squares = 0;
  on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
    EXPECT_TRUE(run(count));
    launches = hardware.launches();
    squares = hardware.squares();
  });
  EXPECT_EQ(count.found + count.monitored, 0);
  for (; count.flips < flips; ++count.flips)
    on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
      using place = mersenne_faults::place;
      if (count.flips % 4 == 0)
        hardware.flip_after(random.below(launches));
      else
        hardware.flip_state_after(random.below(squares),
                                  std::array{place::pairs, place::carry, place::digit}[count.flips % 4 - 1]);
      count.wrong += run(count) ? 0 : 1;
      EXPECT_EQ(hardware.flips(), 1u);
    });
  testing::Test::RecordProperty("flips", count.flips);
  testing::Test::RecordProperty("monitored", count.monitored);
  testing::Test::RecordProperty("found", count.found);
  testing::Test::RecordProperty("wrong", count.wrong);
  return count;
}

/// The same for tests of 2^1279 - 1, which report the errors that they have found.
template <class Test>
fault_count count_found_faults(random_source& random, int flips, bool (Test::*passes)()) {
  return count_faults(random, flips, [&](fault_count& seen) {
    Test test(1279);
    const std::uint64_t digits = test.digits();
    const bool is_right = (test.*passes)();
    seen.monitored += test.errors() == 0 && test.digits() > digits ? 1 : 0;
    seen.found += test.errors() > 0 ? 1 : 0;
    return is_right;
  });
}

template <class Test>
void expect_moves() {
  Test first(521);
  first.step(5);
  Test second = std::move(first);
  EXPECT_EQ(second.steps_done(), 5u);
  std::ostringstream out;
  // NOLINTBEGIN(bugprone-use-after-move): the moved-from test is what is tested
  EXPECT_EQ(first.exponent() + first.steps_done() + first.steps_left() + first.digits() + first.errors(), 0u);
  EXPECT_THROW(first.step(), std::logic_error);
  EXPECT_THROW(first.residue(), std::logic_error);
  EXPECT_THROW(first.largest_error(), std::logic_error);
  EXPECT_THROW(first.save(out), std::logic_error);
  // NOLINTEND(bugprone-use-after-move)
  first = std::move(second);
  EXPECT_EQ(first.exponent(), 521u);
}

TEST_P(MersennePrp, Moves) {
  expect_moves<mersenne_prp>();
  expect_moves<lucas_lehmer>();
}

// A bit flips in the digits, in carries to them, or anywhere in memory. The damage is found and repaired.
TEST_P(MersenneFaults, FlippedBitsAreFound) {
  const int flips = test_scale() < 1 ? 40 : 240;
  const fault_count count = count_found_faults(random, flips, &mersenne_prp::is_probable_prime);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_GT(count.found, flips / 20);
}

// Longer squares keep points and carries in memory.
TEST_P(MersenneFaults, FlippedBitsInSquaresOfSeveralPasses) {
  using place = mersenne_faults::place;
  constexpr std::uint64_t digits = 16384, block = 10, steps = 40;
  integer prime(static_cast<long>(digits * 18));
  mpz_nextprime(prime.get(), prime.get());
  const std::uint64_t p = mpz_get_ui(prime.get());
  const integer expected = power_of_base(p, steps);
  int seen = 0;
  const int flips = test_scale() < 1 ? 4 : 16;
  for (int i = 0; i < flips; ++i)
    on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
      mersenne_prp test(p, digits, block);
      hardware.flip_state_after(random.below(steps),
                                std::array{place::spectrum, place::carry, place::pairs, place::digit}[i % 4]);
      do test.step(steps - test.steps_done());
      while (!test.gerbicz_check());
      EXPECT_TRUE(matches(test.residue(), expected));
      EXPECT_EQ(hardware.flips(), 1u);
      seen += test.errors() > 0 || test.digits() > digits ? 1 : 0;
    });
  EXPECT_GT(seen, flips / 4);
}

// A wrong proof is noticed, too: a prime never becomes composite.
TEST_P(MersenneFaults, PrimesStayPrimesOnFailingMemory) {
  const fault_count count =
      count_faults(random, test_scale() < 1 ? 20 : 100, [](fault_count&) { return is_mersenne_prime(521); });
  EXPECT_EQ(count.wrong, 0);
}

// Half of the flips are errors, and half of the errors pass Jacobi's check. With 60 flips, one run in 2^30
// sees none of them. The monitor sees few, because a square in one block leaves nothing in memory but digits.
TEST_P(MersenneFaults, FlippedBitsInALucasLehmerTest) {
  const int flips = test_scale() < 1 ? 60 : 120;
  const fault_count count = count_found_faults(random, flips, &lucas_lehmer::is_prime);
  EXPECT_GT(count.found, 0);
  EXPECT_LT(count.wrong, flips / 2);
}

// A state of zero would pass all later comparisons.
TEST_P(MersenneFaults, LostStatesAreFound) {
  for (int i = 0; i < 5; ++i)
    on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
      mersenne_prp test(1279);
      test.step(random.below(1200));
      hardware.lose_square();
      EXPECT_EQ(test.final_residue(), 1);
      EXPECT_EQ(test.errors(), 1u);
    });
}

TEST_P(MersenneFaults, ErrorsThatComeBackAreReported) {
  on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
    mersenne_prp test(1279);
    test.step(700);
    hardware.fail_squares(true);
    EXPECT_THROW(test.is_probable_prime(), device_error);
    EXPECT_LE(test.steps_done(), 700u);
    hardware.fail_squares(false);
    EXPECT_TRUE(test.is_probable_prime());
    EXPECT_GE(test.errors(), 10u);
  });
}

constexpr std::size_t prp_header_bytes = 80;  // of a saved test

TEST_P(MersennePrp, SavedTestsGoOn) {
  for (const std::uint64_t p : {127, 1277}) {
    mersenne_prp test(p, 0, 11);
    for (const std::uint64_t steps : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{10}, p / 2, p}) {
      test.step(steps);
      mersenne_prp other = reloaded(test);
      EXPECT_EQ(saved(other), saved(test));
      EXPECT_TRUE(matches(other.final_residue(), final_residue_of(p)));
      EXPECT_EQ(other.errors(), 0u);
    }
  }
}

// The check finds damage to a save even if the checksums are right, and finds a test that was damaged before
// it was saved.
TEST_P(MersennePrp, WrongSavesAreFound) {
  constexpr std::uint64_t p = 521;
  mersenne_prp test(p, 0, 10);
  test.step(205);
  const std::string bytes = saved(test);
  const gpu_bigint wrong = 12345;
  constexpr auto own = std::nullopt;
  const std::vector<std::vector<std::optional<gpu_bigint>>> damages{
      {wrong, own, own, own}, {own, wrong, own, own}, {own, wrong, wrong, own}, {wrong, own, own, wrong}};
  for (const auto& damage : damages) {
    mersenne_prp other = loaded<mersenne_prp>(with_residues(bytes, prp_header_bytes, damage));
    if (random.coin()) {
      EXPECT_FALSE(other.gerbicz_check());
      EXPECT_LT(other.steps_done(), 205u);
    }
    EXPECT_EQ(other.final_residue(), 1);
    EXPECT_EQ(other.errors(), 1u);
  }
}

TEST_P(MersennePrp, DamagedSavesAreRefused) {
  mersenne_prp test(127, 0, 5);
  test.step(83);
  const std::string bytes = saved(test);
  expect_damage_is_refused<mersenne_prp>(random, bytes, 1);
  const gpu_bigint modulus = (gpu_bigint(1) << 127) - 1;
  constexpr auto own = std::nullopt;
  const std::vector<std::vector<std::optional<gpu_bigint>>> damages{{modulus, own, own, own},
                                                                    {own, own, gpu_bigint(-1), own}};
  for (const auto& damage : damages)
    EXPECT_THROW(loaded<mersenne_prp>(with_residues(bytes, prp_header_bytes, damage)), data_error);
}

TEST_P(MersennePrp, OtherNumbers) {
  for (int i = 0; i < 40; ++i) {
    integer n(random_limbs(random, random.between(1, 6)));
    if (random.coin()) mpz_nextprime(n.get(), n.get());
    const integer base(static_cast<long>(random.between(2, 1000)));
    integer power;
    mpz_powm(power.get(), base.get(), (n - integer(1)).get(), n.get());
    EXPECT_EQ(prp(from_oracle(n), from_oracle(base)), power == integer(1)) << n.to_string();
    EXPECT_EQ(prp(-from_oracle(n), from_oracle(base)), power == integer(1)) << n.to_string();
  }
  for (const int n : {-1, 0, 1, 3, 9, 15}) EXPECT_FALSE(prp(n)) << n;
  for (const int n : {2, 5, 7, 91, 121, -7})
    EXPECT_TRUE(prp(n)) << n;  // 91 and 121 are pseudoprimes to base 3
  EXPECT_TRUE(prp(341, 2));
  EXPECT_FALSE(prp(341));
  if (is_shuffled()) return;
  EXPECT_TRUE(prp((gpu_bigint(1) << 9689) - 1));
  EXPECT_FALSE(prp((gpu_bigint(1) << 9697) - 1));
  EXPECT_TRUE(prp((gpu_bigint(1) << 4423) - 1, 3));
}

/// A value that is known to be wrong is an error of the attempt that made it, not of a later one.
TEST_P(MersennePrp, GoesBackBehindProductsThatNoRepairMends) {
  on_faulty_hardware(GetParam(), [](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    context::current().set_verification(verification::all);
    constexpr std::uint64_t p = 1279, steps = 400;
    mersenne_prp right(p);
    right.step(steps);
    std::uint64_t errors = 0;
    for (int times = 2; times <= 6; ++times) {
      mersenne_prp test(p);
      test.step(steps / 2);
      hardware.fail(place::result, times);
      test.step(steps / 2);
      hardware.fail(place::nowhere, 0);
      EXPECT_EQ(test.residue(), right.residue()) << times << " faults";
      errors += test.errors();
    }
    EXPECT_GT(errors, 0u);
  });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(MersennePrp);
GPU_BIGINT_ON_EXECUTORS(MersenneFaults, std::vector<std::string>{"host"});

}  // namespace

}  // namespace gbi::test
