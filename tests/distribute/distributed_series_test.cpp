/// \file
/// Sums of series that the ranks of a group share, against the same sums term by term by GMP.
#include "gpu_bigint/distributed_series.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/distribute/numbers.hpp"
#include "tests/support/series_of_constants.hpp"

namespace gbi::test {

namespace {

class SharedSeries : public on_numbers {
 protected:
  void expect_sum(const rational_series& series, std::uint64_t first, std::uint64_t terms) const {
    const auto [t, q] = sum_by_terms(series, first, terms);
    const distributed_fraction found = sum_of(handle(), series, first, terms);
    ASSERT_TRUE(is(found.numerator, t)) << terms << " terms from " << first << " on";
    ASSERT_TRUE(is(found.denominator, q)) << terms << " terms from " << first << " on";
  }
  void expect_near(const rational_series& series, std::uint64_t terms, std::uint64_t bits) const {
    const auto [t, q] = sum_by_terms(series, 1, terms);
    const distributed_fraction near = approximate_sum_of(handle(), series, 1, terms, bits);
    const integer found_t = to_oracle(near.numerator.gather()),
                  found_q = to_oracle(near.denominator.gather());
    integer distance = found_t * q - t * found_q;
    if (distance.sign() < 0) distance = -distance;
    ASSERT_LT(distance << bits, q * found_q) << terms << " terms to " << bits << " bits";
    if (ranks() == 1) return;  // it sums a short series exactly
    // Beyond the bits that are asked for, 64 for errors, and A + 2 for the size of the sum.
    ASSERT_LE(near.denominator.bit_length(), bits + 64 + 300) << terms << " terms";
  }
};

TEST_P(SharedSeries, OfConstants) {
  for (const rational_series& series :
       {constants::pi, constants::e, constants::log_of_2, constants::zeta_of_3})
    for (const std::uint64_t terms : {random.log_uniform(1, 40), random.log_uniform(40, 1500)})
      ASSERT_NO_FATAL_FAILURE(expect_sum(series, random.log_uniform(1, 1 << 20), terms));
}

// From no term to two leaves for each rank.
TEST_P(SharedSeries, OfFewTerms) {
  for (std::uint64_t terms = 0; terms < 40 * ranks(); terms += terms < 4 ? 1 : random.below(16 * ranks()) + 1)
    ASSERT_NO_FATAL_FAILURE(expect_sum(constants::zeta_of_3, 1, terms));
}

TEST_P(SharedSeries, WithoutWeights) {
  const rational_series zeros{{1}, {3}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_sum(zeros, 0, 100));
  ASSERT_NO_FATAL_FAILURE(expect_sum(constants::factorials, 1, 300));
}

TEST_P(SharedSeries, ToSomeBits) {
  for (const rational_series& series :
       {constants::pi, constants::e, constants::log_of_2, constants::zeta_of_3, {{1}, {3}, {1}}})
    for (const std::uint64_t bits : {0, 1000, 10'000})
      ASSERT_NO_FATAL_FAILURE(expect_near(series, 16 * ranks() + random.below(500), bits));
  EXPECT_TRUE(approximate_sum_of(handle(), constants::pi, 1, 0, 10).denominator == make(1));
}

TEST_P(SharedSeries, ToSomeBitsRefusesGrowingTerms) {
  if (ranks() == 1) return;  // a short series is exact
  EXPECT_THROW(approximate_sum_of(handle(), constants::factorials, 1, 500, 100), std::domain_error);
  EXPECT_THROW(approximate_sum_of(handle(), constants::ones, 1, 500, 100), std::domain_error);
}

TEST_P(SharedSeries, TellsItsProgress) {
  std::vector<double> told;
  sum_of(handle(), constants::pi, 1, 1000, [&](double done) { told.push_back(done); });
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_GT(told.front(), 0);
  EXPECT_DOUBLE_EQ(told.back(), 1);
}

// The error is that of the series on the rank whose terms are wrong, and names that rank on all others.
TEST_P(SharedSeries, RefusesWhatItCannotSum) {
  const auto fails = [&](const rational_series& series, std::uint64_t terms) {
    try {
      sum_of(handle(), series, 1, terms);
    } catch (const std::domain_error&) {
      return true;
    } catch (const device_error& error) {
      return std::string(error.what()).find(" failed: sum of a series from term ") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(fails({{-300, 1}, {1000}, {1}}, 500)) << "p changes its sign";
  EXPECT_TRUE(fails({{1}, {400, -1}, {1}}, 500)) << "q is negative at the end";
  EXPECT_TRUE(fails({{1}, {-50, 1}, {1}}, 500)) << "q is negative at the beginning";
  EXPECT_THROW(sum_of(handle(), {polynomial(9, 1), {1}, {1}}, 1, 1), std::invalid_argument);
  EXPECT_THROW(sum_of(handle(), {{0, 0, 0, 0, 0, 1}, {1}, {1}}, 1, std::uint64_t{1} << 39),
               std::length_error);
  ASSERT_NO_FATAL_FAILURE(expect_sum(constants::pi, 1, 100)) << "the group can be used again";
}

GPU_BIGINT_ON_EVERY_GROUP(SharedSeries);

// Signs of alternating series whose ranks have different numbers of terms, with products that all ranks
// share.
class SeriesBySharedProducts : public SharedSeries {};

TEST_P(SeriesBySharedProducts, OfPi) {
  ASSERT_NO_FATAL_FAILURE(expect_sum(constants::pi, 1, 16 * ranks() + random.below(200)));
  ASSERT_NO_FATAL_FAILURE(expect_near(constants::pi, 16 * ranks() + random.below(200), 3000));
}

GPU_BIGINT_ON_GROUPS(SeriesBySharedProducts, sharing_group_names());

}  // namespace

}  // namespace gbi::test
