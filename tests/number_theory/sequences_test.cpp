/// \file
/// Factorials, binomial coefficients, primorials, Fibonacci and Lucas numbers against GMP.
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/process/memory.hpp"
#include "tests/number_theory/mersenne_faults.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Sequences : public on_executor {
 protected:
  /// Every n up to a small limit, and random ones up to a large limit.
  template <class Check>
  void for_many(std::uint64_t small, std::uint64_t large, Check&& check) {
    for (std::uint64_t n = 0; n <= small; ++n) ASSERT_NO_FATAL_FAILURE(check(n));
    for (int round = 0; round < 10; ++round) ASSERT_NO_FATAL_FAILURE(check(random.log_uniform(small, large)));
    ASSERT_NO_FATAL_FAILURE(check(large));
  }
};

TEST_P(Sequences, OfOneArgument) {
  using ours = gpu_bigint (*)(std::uint64_t);
  using theirs = void (*)(mpz_ptr, unsigned long);
  const auto check = [&](const char* name, ours function, theirs oracle, std::uint64_t small, sizes large) {
    for_many(small, size(large), [&](std::uint64_t n) {
      integer expected;
      oracle(expected.get(), n);
      ASSERT_TRUE(matches(function(n), expected)) << name << " of " << n;
    });
  };
  check("factorial", factorial, mpz_fac_ui, 100, {30000, 3000, 1000000});
  check("double factorial", double_factorial, mpz_2fac_ui, 60, {30000, 2000, 1000000});
  check("primorial", primorial, mpz_primorial_ui, 100, {200000, 20000, 5000000});
}

TEST_P(Sequences, Multifactorial) {
  const auto check = [](std::uint64_t n, std::uint64_t step) {
    integer expected;
    mpz_mfac_uiui(expected.get(), n, step);
    ASSERT_TRUE(matches(multifactorial(n, step), expected)) << n << " in steps of " << step;
  };
  for (std::uint64_t n = 0; n <= 20; ++n)
    for (std::uint64_t step = 1; step <= n + 2; ++step) ASSERT_NO_FATAL_FAILURE(check(n, step));
  for (int round = 0; round < 30; ++round) {
    // This many factors, with and without a common factor.
    const std::uint64_t factors = random.log_uniform(1, size({8000, 600, 300000})),
                        largest = ~std::uint64_t{0} / (factors + 1), step = random.log_uniform(1, largest),
                        common = random.coin() ? 1 : random.log_uniform(1, step);
    ASSERT_NO_FATAL_FAILURE(check(factors * step - random.below(step), step));
    ASSERT_NO_FATAL_FAILURE(check(factors * step / common * common, step / common * common));
  }
  EXPECT_THROW(multifactorial(5, 0), std::domain_error);
}

TEST_P(Sequences, BinomialsOfPascalsTriangle) {
  for (std::uint64_t n = 0; n <= size({40, 20, 40}); ++n)
    for (std::uint64_t k = 0; k <= n + 1; ++k) {
      integer expected;
      mpz_bin_uiui(expected.get(), n, k);
      ASSERT_TRUE(matches(binomial(n, k), expected)) << n << " over " << k;
    }
}

TEST_P(Sequences, Binomial) {
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t n = random.log_uniform(1, size({100000, 3000, 1000000})), k = random.between(0, n);
    integer expected;
    mpz_bin_uiui(expected.get(), n, k);
    ASSERT_TRUE(matches(binomial(n, k), expected)) << n << " over " << k;
  }
}

TEST_P(Sequences, BinomialsOfLargeWords) {
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t n = round == 0 ? ~std::uint64_t{0} : random.log_uniform(1u << 20, ~std::uint64_t{0});
    const std::uint64_t j = random.log_uniform(1, size({3000, 300, 10000})), k = random.coin() ? j : n - j;
    integer expected;
    mpz_bin_uiui(expected.get(), n, j);
    ASSERT_TRUE(matches(binomial(n, k), expected)) << n << " over " << k;
  }
}

TEST_P(Sequences, BinomialsOfLongNumbers) {
  for (int round = 0; round < 20; ++round) {
    const integer n = random_integer(random, size({2000, 300, 5000}));
    const std::uint64_t k = random.below(size({40, 8, 100}));
    integer expected;
    mpz_bin_ui(expected.get(), n.get(), k);
    ASSERT_TRUE(matches(binomial(from_oracle(n), k), expected)) << brief(n) << " over " << k;
  }
}

// Results that are 0 or have few factors must not be computed factor by factor. GMP takes k steps for some of
// them.
TEST_P(Sequences, BinomialsOfShortNumbersAndLargeK) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  const gpu_bigint two_words = (gpu_bigint(1) << 100) - ((gpu_bigint(1) << 100) - 5);  // 5, with a long bound
  for (const std::uint64_t k : {std::uint64_t{6}, std::uint64_t{1} << 35, std::uint64_t{1} << 40, all}) {
    EXPECT_EQ(binomial(gpu_bigint(), k), 0) << k;
    EXPECT_EQ(binomial(gpu_bigint(5), k), 0) << k;
    EXPECT_EQ(binomial(two_words, k), 0) << k;
    EXPECT_EQ(binomial(gpu_bigint(k), k - 1), k) << k;
    EXPECT_EQ(binomial(gpu_bigint(-1), k), k % 2 == 0 ? 1 : -1) << k;
    EXPECT_EQ(binomial(gpu_bigint(-2), k), (k % 2 == 0 ? 1 : -1) * (gpu_bigint(k) + 1)) << k;
  }
  for (long n = -12; n <= 12; ++n)
    for (std::uint64_t k = 0; k <= 15; ++k) {
      integer expected;
      mpz_bin_ui(expected.get(), integer(n).get(), k);
      ASSERT_TRUE(matches(binomial(gpu_bigint(n), k), expected)) << n << " over " << k;
    }
}

// n, or k - n - 1 for a negative n, just below and just above the range of a word.
TEST_P(Sequences, BinomialsAroundAWord) {
  for (const long delta : {-3, -2, -1, 0, 1, 2})
    for (const std::uint64_t k : {0, 1, 2, 3, 7, 40})
      for (const bool minus : {false, true}) {
        const integer size = (integer(1) << 64) + integer(delta), n = minus ? -size : size;
        integer expected;
        mpz_bin_ui(expected.get(), n.get(), k);
        ASSERT_TRUE(matches(binomial(from_oracle(n), k), expected)) << brief(n) << " over " << k;
      }
}

TEST_P(Sequences, OfTwoTermsBefore) {
  using ours = gpu_bigint (*)(std::uint64_t);
  using our_pair = std::pair<gpu_bigint, gpu_bigint> (*)(std::uint64_t);
  using theirs = void (*)(mpz_ptr, mpz_ptr, unsigned long);
  const auto check = [&](char name, ours function, our_pair pair_function, theirs oracle) {
    for_many(400, size({300000, 20000, 10000000}), [&](std::uint64_t n) {
      integer current, previous;
      oracle(current.get(), previous.get(), n);
      ASSERT_TRUE(matches(function(n), current)) << name << "(" << n << ")";
      const auto pair = pair_function(n);
      ASSERT_TRUE(matches(pair.first, current)) << name << "(" << n << ") of a pair";
      ASSERT_TRUE(matches(pair.second, previous)) << name << "(" << n << " - 1)";
    });
  };
  check('F', fibonacci, fibonacci_pair, mpz_fib2_ui);
  check('L', lucas, lucas_pair, mpz_lucnum2_ui);
}

TEST_P(Sequences, WhatIsTooLongIsRefused) {
  // Below 2^36, only the number of bits is too large.
  for (const std::uint64_t huge :
       {std::uint64_t{6000000000}, (std::uint64_t{1} << 36) - 1, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_THROW(factorial(huge), std::length_error) << huge;
    EXPECT_THROW(multifactorial(huge, 1), std::length_error) << huge;
  }
  EXPECT_THROW(double_factorial(12'000'000'000), std::length_error);
  EXPECT_THROW(multifactorial(std::uint64_t{4'000'000'000} << 16, 1 << 16), std::length_error)
      << "too long by the logarithm of the step";
  for (const std::uint64_t huge : {std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_THROW(double_factorial(huge), std::length_error) << huge;
    EXPECT_THROW(multifactorial(huge, 3), std::length_error) << huge;
    EXPECT_THROW(primorial(huge), std::length_error) << huge;
    EXPECT_THROW(binomial(huge, huge / 2), std::length_error) << huge;
    EXPECT_THROW(binomial(huge, huge / 20), std::length_error) << huge;
    EXPECT_THROW(binomial(gpu_bigint(huge), huge / 2), std::length_error) << huge;
    EXPECT_THROW(binomial(gpu_bigint(1) << 70, huge), std::length_error) << huge;
    EXPECT_THROW(binomial(gpu_bigint(-1) << 70, huge), std::length_error) << huge;
    EXPECT_THROW(fibonacci(huge), std::length_error) << huge;
    EXPECT_THROW(fibonacci_pair(huge), std::length_error) << huge;
    EXPECT_THROW(lucas(huge), std::length_error) << huge;
    EXPECT_THROW(lucas(huge - 1), std::length_error) << huge;
    EXPECT_THROW(lucas_pair(huge), std::length_error) << huge;
  }
  EXPECT_THROW(binomial(std::uint64_t{1} << 38, (std::uint64_t{1} << 36) - 1), std::length_error);
  EXPECT_THROW(binomial((gpu_bigint(1) << 70) - 1, std::uint64_t{1} << 35), std::length_error);
  try {
    fibonacci(~std::uint64_t{0});
    FAIL();
  } catch (const std::length_error& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.find("Fibonacci number of 18446744073709551615") != std::string::npos) << message;
  }
}

/// Tests with an executor of their own, which counts launches.
class CountedSequences : public on_executor {};

// Results too long for any memory are refused before the first launch. The message names the function.
TEST_P(CountedSequences, WhatFindsNoMemoryIsRefused) {
  using sequence = std::pair<const char*, std::function<gpu_bigint()>>;
  const std::array<sequence, 14> sequences{{
      {"Fibonacci number of 20000000000", [] { return fibonacci(20'000'000'000); }},
      {"pair of Fibonacci numbers", [] { return fibonacci_pair(10'000'000'000).first; }},
      {"Lucas number", [] { return lucas(20'000'000'000); }},
      {"Lucas number", [] { return lucas(20'000'000'001); }},
      {"pair of Lucas numbers", [] { return lucas_pair(10'000'000'000).first; }},
      {"factorial of 500000000", [] { return factorial(500'000'000); }},
      {"double factorial", [] { return double_factorial(1'000'000'000); }},
      {"multifactorial", [] { return multifactorial(1'500'000'000, 3); }},
      {"primorial", [] { return primorial(10'000'000'000); }},
      {"binomial coefficient", [] { return binomial(10'000'000'000, 5'000'000'000); }},
      {"binomial coefficient", [] { return binomial(~std::uint64_t{0}, 1 << 29); }},
      {"binomial coefficient", [] { return binomial(gpu_bigint(1) << 70, 1 << 28); }},
      {"power of a number of 2 bits", [] { return pow(gpu_bigint(3), 10'000'000'000); }},
      {"8589934", [] { return gpu_bigint(1) << (std::int64_t{1} << 36); }},
  }};
  on_failing_memory(random.bits(), [&](mersenne_faults& hardware) {
    process::memory::set_limit(process::memory::in_use() + (std::size_t{1} << 30));
    for (const auto& [name, run] : sequences) {
      const std::uint64_t before = hardware.launches();
      try {
        static_cast<void>(run());
        ADD_FAILURE() << name;
      } catch (const out_of_memory& error) {
        EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << name << ": " << error.what();
      }
      EXPECT_LE(hardware.launches(), before + 3) << name;  // operands, and n - k
    }
    process::memory::set_limit(0);
  });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Sequences);
GPU_BIGINT_ON_EXECUTORS(CountedSequences, std::vector<std::string>{"host"});

}  // namespace

}  // namespace gbi::test
