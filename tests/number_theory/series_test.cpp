/// \file
/// Sums of series by binary splitting, against the same sums term by term by GMP.
#include "gpu_bigint/series.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/roots.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/series_of_constants.hpp"

namespace gbi::test {

namespace {

using namespace constants;

class Series : public on_executor {
 protected:
  void expect_sum(const rational_series& series, std::uint64_t first, std::uint64_t terms) {
    const auto [t, q] = sum_by_terms(series, first, terms);
    const fraction found = sum_of(series, first, terms);
    ASSERT_TRUE(matches(found.numerator, t)) << terms << " terms from " << first << " on";
    ASSERT_TRUE(matches(found.denominator, q)) << terms << " terms from " << first << " on";
  }
};

TEST_P(Series, OfConstants) {
  for (const rational_series& series : {pi, e, log_of_2, zeta_of_3}) {
    for (std::uint64_t terms = 0; terms < 36; ++terms)
      ASSERT_NO_FATAL_FAILURE(expect_sum(series, 1 + terms % 3, terms));
    for (int round = 0; round < 4; ++round)
      ASSERT_NO_FATAL_FAILURE(expect_sum(series, random.log_uniform(1, 1 << 20),
                                         random.log_uniform(36, size({3000, 200, 60000}))));
  }
}

/// Only a series of a million terms has leaves as long as these.
TEST_P(Series, LeavesHoldTheLongestValues) {
  constexpr std::uint64_t limbs_each = kernels::most_leaf_limbs, leaves = 3,
                          first = (std::uint64_t{1} << 40) - 100;
  // Values of 190 bits, the longest that are allowed.
  const rational_series longest{{0, 0, 0, 0, 1 << 30}, {0, 0, 0, 0, 1 << 30}, {0, 0, 0, 0, 1 << 30}};
  const auto on_device = [](const polynomial& f) {
    kernels::word_polynomial result{};
    result.count = static_cast<std::uint32_t>(f.size());
    std::copy(f.begin(), f.end(), result.coefficients);
    return result;
  };
  for (const std::uint64_t each : {2, 30, 32}) {
    const exec::buffer<limb> rows(executor(), 3 * leaves * limbs_each),
        wrong = exec::cleared<limb>(executor(), 1);
    const auto part = [&](std::uint64_t which) {
      return kernels::limb_target{rows.data() + which * leaves * limbs_each, limbs_each, limbs_each};
    };
    // Each value of q ends in at least 30 zeros.
    const auto idle = static_cast<std::uint32_t>(each * 30 / limb_bits);
    const kernels::limb_target for_q{part(1).limbs, limbs_each - idle, limbs_each};
    executor().launch(kernels::series_leaves_arguments{on_device(longest.p), on_device(longest.q),
                                                       on_device(longest.a), first, leaves * each, leaves,
                                                       false, part(0), for_q, part(2), idle, wrong.data()});
    limbs found(3 * leaves * limbs_each), is_wrong(1);
    executor().download(found.data(), rows.data(), found.size() * sizeof(limb));
    executor().download(is_wrong.data(), wrong.data(), sizeof(limb));
    EXPECT_EQ(is_wrong[0], 0u);
    const auto number = [&](std::uint64_t which, std::uint64_t leaf) {
      const std::uint64_t count = which == 1 ? for_q.count : limbs_each;
      return integer(std::span(found).subspan((which * leaves + leaf) * limbs_each, count));
    };
    for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
      const auto [t, q] = sum_by_terms(longest, first + leaf * each, each);
      EXPECT_EQ(number(1, leaf) << idle * limb_bits, q) << each << " terms";
      EXPECT_EQ(number(2, leaf), t) << each << " terms";
      EXPECT_EQ(number(0, leaf), q) << each << " terms: p and q are the same";
    }
  }
}

TEST_P(Series, OfGrowingTerms) {
  for (const std::uint64_t terms : {1, 2, 15, 16, 17, 100}) {
    ASSERT_NO_FATAL_FAILURE(expect_sum(factorials, 1, terms));
    ASSERT_NO_FATAL_FAILURE(expect_sum(ones, 0, terms));
  }
  ASSERT_NO_FATAL_FAILURE(expect_sum(factorials, 1, size({2000, 200, 20000})));
  // Longer leaves.
  if (!is_shuffled() && test_scale() >= 1) {
    ASSERT_NO_FATAL_FAILURE(expect_sum(ones, 0, (std::uint64_t{1} << 20) + 3));
  }
}

TEST_P(Series, OfRandomPolynomials) {
  for (std::uint64_t round = 0; round < size({20, 5, 100}); ++round) {
    rational_series series;
    for (polynomial* f : {&series.p, &series.q, &series.a})
      for (std::uint64_t i = random.below(9); i-- > 0;)
        f->push_back(static_cast<std::int64_t>(random.log_uniform(1, std::uint64_t{1} << 40)));
    if (series.p.empty()) series.p = {1};
    if (series.q.empty()) series.q = {1};
    // Powers of two in all q are left out of the nodes.
    const auto twos = static_cast<int>(random.below(23));
    for (std::int64_t& coefficient : series.q) coefficient <<= twos;
    ASSERT_NO_FATAL_FAILURE(
        expect_sum(series, random.below(1000), random.log_uniform(1, size({300, 60, 2000}))));
  }
}

// The values of p and q have the greatest permitted number of bits.
TEST_P(Series, OfTheWidestTerms) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const rational_series wide{{0, 0, 0, largest}, {0, 0, 0, largest}, {0, 0, 0, 1}};
  const std::uint64_t first = std::uint64_t{4} << 40;
  EXPECT_THROW(static_cast<void>(sum_of(wide, first, 1)), std::length_error);
  ASSERT_NO_FATAL_FAILURE(expect_sum(wide, (std::uint64_t{1} << 40) - 100, 100));
  const rational_series alternating{{0, 0, 0, -largest}, {0, 0, 0, largest}, {1}};
  ASSERT_NO_FATAL_FAILURE(expect_sum(alternating, (std::uint64_t{1} << 40) - 100, 100));
}

TEST_P(Series, GivesDigitsOfPi) {
  constexpr std::uint64_t decimals = 1000, guard = 20;
  const fraction sum = sum_of(pi, 1, (decimals + guard) / 14 + 2);
  const gpu_bigint scale = pow(10, decimals + guard), root = isqrt(10005 * scale * scale);
  const std::string found =
      (426880 * root * sum.denominator / (13591409 * sum.denominator + sum.numerator) / pow(10, guard))
          .to_string();
  EXPECT_EQ(found.substr(0, 30), "314159265358979323846264338327");
  EXPECT_EQ(found.substr(decimals - 9), "2164201989");
}

TEST_P(Series, RefusesWhatItCannotSum) {
  const auto sum = [](const rational_series& series, std::uint64_t first, std::uint64_t terms) {
    static_cast<void>(sum_of(series, first, terms));
  };
  EXPECT_THROW(sum({{-50, 1}, {1}, {1}}, 1, 100), std::domain_error) << "p changes its sign";
  EXPECT_THROW(sum({{1}, {-50, 1}, {1}}, 1, 10), std::domain_error) << "q is negative";
  EXPECT_THROW(sum({{1}, {0, 1}, {1}}, 0, 10), std::domain_error) << "q is 0";
  EXPECT_THROW(sum({{1}, {1}, {5, -1}}, 1, 10), std::domain_error) << "a is negative";
  EXPECT_THROW(sum({{-3}, {2}, {1}}, 1, 10), std::domain_error) << "alternating terms grow";
  EXPECT_THROW(sum({{}, {1}, {1}}, 1, 10), std::domain_error) << "p is 0";
  EXPECT_THROW(sum({polynomial(9, 1), {1}, {1}}, 1, 1), std::invalid_argument);
  EXPECT_THROW(sum({{0, 0, 0, 0, 0, 1}, {1}, {1}}, 1, std::uint64_t{1} << 39), std::length_error);
  EXPECT_THROW(sum({{0, 1}, {1}, {1}}, 1, std::uint64_t{1} << 40), std::length_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Series);

}  // namespace

}  // namespace gbi::test
