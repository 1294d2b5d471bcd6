/// \file
/// Primes that the device finds, chooses and multiplies, against GMP and the host's sieve.
#include "src/number_theory/primes/large_primes.hpp"

#include <algorithm>

#include "gpu_bigint/sequences.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

using kernels::factorial_quotient;

class LargePrimes : public on_executor {
 protected:
  /// Compares every product with one over the primes of the host's sieve.
  void expect_products(std::uint64_t n, std::uint64_t least, const factorial_quotient& quotient) {
    const faults::operation_scope scope("products of large primes", n);
    const std::vector<gpu_bigint> found =
        number_theory::products_of_large_primes(detail::engine_of(here()), n, least, quotient);
    std::vector<integer> expected(std::max<std::size_t>(found.size(), 64), integer(1));
    for (const std::uint64_t p : number_theory::primes_up_to(n))
      for (std::size_t j = 0; p > least && j < expected.size(); ++j)
        if ((quotient.exponent_of(p) >> j & 1) != 0)
          expected[j] = expected[j] * integer(static_cast<long>(p));
    for (std::size_t j = 0; j < expected.size(); ++j)
      ASSERT_TRUE(matches(j < found.size() ? found[j] : gpu_bigint(1), expected[j]))
          << "bit " << j << " for primes above " << least << " up to " << n;
  }
};

TEST_P(LargePrimes, OfPrimorials) {
  for (const std::uint64_t n : {3, 4, 5, 8, 9, 10, 63, 126, 127, 128, 129, 130, 256, 257, 1000, 8191, 8192})
    ASSERT_NO_FATAL_FAILURE(expect_products(n, 2, {.primorial = true}));
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t n = random.log_uniform(3, size({200'000, 8000, 3'000'000}));
    ASSERT_NO_FATAL_FAILURE(expect_products(n, random.between(2, n), {.primorial = true}));
  }
}

TEST_P(LargePrimes, OfFactorialsAndBinomials) {
  for (int round = 0; round < 12; ++round) {
    const std::uint64_t n = random.log_uniform(3, size({60'000, 3000, 1'000'000})), k = random.between(0, n),
                        least = random.log_uniform(2, n);
    ASSERT_NO_FATAL_FAILURE(expect_products(n, least, {.above = {n}}));
    ASSERT_NO_FATAL_FAILURE(expect_products(n, least, {.above = {n}, .below = {k, n - k}}));
    ASSERT_NO_FATAL_FAILURE(expect_products(n, least, {.above = {n}, .below = {k}}));
  }
}

// Squares of primes stand at the borders of what a sieving prime crosses out.
TEST_P(LargePrimes, AtSquaresOfPrimes) {
  for (const std::uint64_t p : {3, 5, 7, 11, 31, 61, 67, 127, 131})
    for (const std::uint64_t n : {p * p - 1, p * p, p * p + 1})
      ASSERT_NO_FATAL_FAILURE(expect_products(n, 2, {.primorial = true}));
}

TEST_P(LargePrimes, MakeTheSequencesOfTheHost) {
  const context where =
      tuned_context(GetParam(), [](plan::tuning& t) { t.number_theory.sieved_numbers = 1; });
  const scoped_context use(where);
  for (int round = 0; round < 15; ++round) {
    const std::uint64_t n = random.log_uniform(60, size({50'000, 3000, 1'000'000})), k = random.between(0, n);
    integer factorial_n, double_n, primorial_n, binomial_n;
    mpz_fac_ui(factorial_n.get(), n);
    mpz_2fac_ui(double_n.get(), n);
    mpz_primorial_ui(primorial_n.get(), n);
    mpz_bin_uiui(binomial_n.get(), n, k);
    ASSERT_TRUE(matches(factorial(n), factorial_n)) << "factorial of " << n;
    ASSERT_TRUE(matches(double_factorial(n), double_n)) << "double factorial of " << n;
    ASSERT_TRUE(matches(primorial(n), primorial_n)) << "primorial of " << n;
    ASSERT_TRUE(matches(binomial(n, k), binomial_n)) << n << " over " << k;
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(LargePrimes);

}  // namespace

}  // namespace gbi::test
