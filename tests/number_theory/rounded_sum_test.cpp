/// \file
/// Sums of series to some number of bits, against the sums by GMP, and the memory that they take.
#include "src/number_theory/sequences/rounded_sum.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/series.hpp"
#include "src/context/engine.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/series_of_constants.hpp"
#include "tests/support/tuned_context.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

using number_theory::sum_rounding;

fraction rounded(const rational_series& series, std::uint64_t terms, const sum_rounding& how) {
  return number_theory::rounded_sum(series, number_theory::whole_series(series, 1, terms), how, {});
}

class RoundedSum : public on_executor {
 protected:
  static void expect_near(const rational_series& series, std::uint64_t terms, const sum_rounding& how) {
    const auto [t, q] = sum_by_terms(series, 1, terms);
    const fraction near = rounded(series, terms, how);
    const integer found_t = to_oracle(near.numerator), found_q = to_oracle(near.denominator);
    integer distance = found_t * q - t * found_q;
    if (distance.sign() < 0) distance = -distance;
    ASSERT_LT(distance << how.bits, q * found_q) << terms << " terms to " << how.bits << " bits";
    // Beyond the bits that are asked for, 64 for errors, and A + 2 for the size of the sum.
    ASSERT_LE(near.denominator.bit_length(), how.bits + 64 + 300) << terms << " terms";
  }
};

// Nodes above 2000 bytes, or above 500 bits if some are not needed, are joined one by one: up to ten levels,
// whose right nodes are cut.
TEST_P(RoundedSum, IsNearTheSum) {
  for (const rational_series& series :
       {constants::pi, constants::e, constants::log_of_2, constants::zeta_of_3, {{1}, {3}, {1}}})
    for (const std::uint64_t terms : {1, 2, 3, 4, 5, 64, 99, 500})
      for (const std::uint64_t bits : {0, 100, 1000, 10'000})
        for (const sum_rounding& how :
             {sum_rounding{.bits = bits, .most_bytes = 2000}, {.bits = bits, .fewest_cut_bits = 500}})
          ASSERT_NO_FATAL_FAILURE(expect_near(series, terms, how));
  for (int round = 0; round < 3; ++round) {
    const std::uint64_t terms = random.log_uniform(500, size({4000, 500, 20'000}));
    ASSERT_NO_FATAL_FAILURE(expect_near(
        constants::pi, terms, {.bits = 47 * terms, .most_bytes = random.log_uniform(500, 200'000)}));
  }
}

TEST_P(RoundedSum, OfShortSeriesIsWhole) {
  const fraction exact = sum_of(constants::pi, 1, 100),
                 near = approximate_sum_of(constants::pi, 1, 100, 1 << 20);
  EXPECT_EQ(near.numerator, exact.numerator);
  EXPECT_EQ(near.denominator, exact.denominator);
  EXPECT_EQ(approximate_sum_of(constants::pi, 1, 0, 10).denominator, 1);
}

TEST_P(RoundedSum, TellsItsProgress) {
  std::vector<double> told;
  number_theory::rounded_sum(constants::pi, number_theory::whole_series(constants::pi, 1, 400),
                             {.bits = 400 * 47, .most_bytes = 4000},
                             [&](double done) { told.push_back(done); });
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_GT(told.front(), 0);
  EXPECT_GT(told.back(), 0.95);
  EXPECT_LE(told.back(), 1);
}

TEST_P(RoundedSum, RefusesGrowingTerms) {
  EXPECT_THROW(rounded({{7, 1}, {7}, {1, 1}}, 400, {.bits = 10, .most_bytes = 500}), std::domain_error);
  EXPECT_THROW(rounded({{3}, {3}, {1}}, 400, {.bits = 10, .most_bytes = 500}), std::domain_error);
  EXPECT_THROW(rounded({{-5}, {1}, {1}}, 400, {.bits = 10, .most_bytes = 500}), std::domain_error);
}

/// The most memory in use during any launch of f, in a context of its own on the host.
template <class F>
std::size_t most_memory_of(F&& f) {
  auto executor = std::make_unique<watched_executor<exec::host::host_executor>>();
  live_memory& memory = *executor;
  std::size_t most = 0;
  memory.after_launch = [&](const exec::launchable&, const void*) {
    most = std::max(most, memory.bytes_in_use());
  };
  const context watched =
      detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::none()));
  const scoped_context use(watched);
  f();
  return most;
}

TEST(MemoryOfSums, IsAsCounted) {
  const auto terms = static_cast<std::uint64_t>(8000 * test_scale()), bits = 47 * terms;
  const auto whole = number_theory::whole_series(constants::pi, 1, terms);
  std::size_t counted_exact = 0, counted = 0;
  const std::size_t exact = most_memory_of([&] {
    counted_exact = number_theory::bytes_of_part(constants::pi, whole);
    static_cast<void>(sum_of(constants::pi, 1, terms));
  });
  const std::size_t rounded_one_by_one = most_memory_of([&] {
    const sum_rounding how{.bits = bits, .most_bytes = counted_exact / 8};
    counted = number_theory::bytes_of_rounded_sum(constants::pi, whole, how);
    static_cast<void>(rounded(constants::pi, terms, how));
  });
  // Tables of roots and states of scans are not counted, and some numbers are released before the most.
  constexpr std::size_t tables = std::size_t{1} << 20;
  EXPECT_LE(exact, counted_exact + tables);
  EXPECT_LE(rounded_one_by_one, counted + tables);
  EXPECT_GE(5 * exact, 3 * counted_exact);
  EXPECT_GE(5 * rounded_one_by_one, 3 * counted);
  EXPECT_LT(3 * counted, 2 * counted_exact);
}

TEST(MemoryOfSums, IsSmallerWhereMemoryIsShort) {
  const auto terms = static_cast<std::uint64_t>(8000 * test_scale());
  const auto whole = number_theory::whole_series(constants::pi, 1, terms);
  const sum_rounding how{.bits = 16 * terms};
  const std::size_t exact = number_theory::bytes_of_part(constants::pi, whole);
  EXPECT_EQ(number_theory::bytes_of_rounded_sum(constants::pi, whole, how), exact);
  const scoped_context scarce(
      tuned_context("host", [&](plan::tuning& tuned) { tuned.memory_bytes = 2 * exact - 2; }));
  EXPECT_LT(number_theory::bytes_of_rounded_sum(constants::pi, whole, how), exact);
  const fraction near = rounded(constants::pi, terms, how), right = sum_of(constants::pi, 1, terms);
  const gpu_bigint distance = near.numerator * right.denominator - right.numerator * near.denominator;
  EXPECT_LT(abs(distance) << static_cast<std::int64_t>(how.bits), near.denominator * right.denominator);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(RoundedSum);
}  // namespace

}  // namespace gbi::test
