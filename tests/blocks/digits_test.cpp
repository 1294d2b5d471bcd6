/// \file
/// Digits of numbers: their range, their count, and their sum, which is the number, whatever the recoding. At
/// the top of a number a carry could leave the last digit.
#include "kernels/fft/digits.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/plan/fft_plan.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using kernels::digit_source, kernels::recoding;

digit_source source_of(const limbs& number, int digit_bits, std::uint64_t seed) {
  return {number.data(), number.size(), number.size(), static_cast<std::uint32_t>(digit_bits), seed};
}

template <recoding How>
std::vector<double> digits_of_number(const limbs& number, int digit_bits, std::size_t count,
                                     std::uint64_t seed) {
  std::vector<double> digits(count);
  for (std::size_t j = 0; j < count; ++j)
    digits[j] = kernels::digit_of<How>(source_of(number, digit_bits, seed), 0, j);
  return digits;
}

integer sum_of(const std::vector<double>& digits, int digit_bits) {
  integer sum;
  for (std::size_t j = digits.size(); j-- > 0;)
    sum = (std::move(sum) << static_cast<mp_bitcnt_t>(digit_bits)) + integer(static_cast<long>(digits[j]));
  return sum;
}

std::vector<limbs> numbers_of(random_source& random, std::size_t count) {
  std::vector<limbs> numbers{limbs(count, ~std::uint64_t{0}), random_limbs(random, count)};
  for (auto& [name, value] : hostile_limbs(random, count)) numbers.push_back(value);
  return numbers;
}

TEST(Digits, BalancedOnesAreTheNumberAndCarryNothingOutOfTheLast) {
  random_source random(test_seed());
  for (int b = 1; b <= plan::widest_digit; ++b)
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{3}, static_cast<std::size_t>(b), random.between(4, 40)})
      for (const limbs& number : numbers_of(random, count)) {
        const std::size_t all = plan::digits_of(count, b);
        std::vector<double> digits = digits_of_number<recoding::balanced>(number, b, all + 4, 0);
        const double largest = std::ldexp(1.0, b - 1);
        for (const double d : digits) ASSERT_LE(std::abs(d), largest) << b << " bits";
        for (std::size_t j = all; j < digits.size(); ++j) ASSERT_EQ(digits[j], 0) << b << " bits";
        digits.resize(all);
        ASSERT_TRUE(matches(sum_of(digits, b), integer(number))) << count << " limbs, " << b << " bits";
      }
}

TEST(Digits, RandomOnesAreTheNumberWithAtMostOneDigitMore) {
  random_source random(test_seed());
  int carried = 0;
  for (int b = 2; b <= plan::widest_digit; ++b)
    for (const std::size_t count : {std::size_t{1}, static_cast<std::size_t>(b), random.between(4, 40)})
      for (const limbs& number : numbers_of(random, count)) {
        const std::size_t all = plan::digits_of(count, b);
        std::vector<double> digits = digits_of_number<recoding::random>(number, b, all + 4, random.bits());
        const double largest = std::ldexp(1.0, b);
        for (const double d : digits) ASSERT_LE(std::abs(d), largest) << b << " bits";
        for (std::size_t j = all + 1; j < digits.size(); ++j) ASSERT_EQ(digits[j], 0) << b << " bits";
        if (digits[all] != 0) {
          EXPECT_NE(64 * count % static_cast<std::size_t>(b), 0u) << "a digit without bits carries";
          ++carried;
        }
        ASSERT_TRUE(matches(sum_of(digits, b), integer(number))) << count << " limbs, " << b << " bits";
      }
  EXPECT_GT(carried, 0) << "the case that the room for a carry is for";
}

// Runs of digits are cut like single digits.
TEST(Digits, RunsAreTheSameDigits) {
  random_source random(test_seed());
  constexpr int run = 8;
  for (int b = 2; b <= plan::widest_digit; ++b) {
    const limbs number = random_limbs(random, 9);
    const digit_source x = source_of(number, b, random.bits());
    std::vector<std::uint32_t> words(2 * number.size() + 4);  // one word of zeros below
    for (std::size_t k = 0; k < 2 * number.size(); ++k)
      words[k + 1] = kernels::half_limb(number.data(), static_cast<std::uint32_t>(k));
    for (std::uint32_t j = 0; (j + run) * static_cast<std::uint32_t>(b) < 64 * number.size(); j += run) {
      const std::uint32_t start = 32 + j * static_cast<std::uint32_t>(b);
      std::int32_t balanced[run], recoded[run];
      kernels::cut_digits<recoding::balanced, run>(x, 0, j, words.data(),
                                                   {start, static_cast<std::uint32_t>(b)}, balanced);
      kernels::cut_digits<recoding::random, run>(x, 0, j, words.data(),
                                                 {start, static_cast<std::uint32_t>(b)}, recoded);
      for (std::uint32_t i = 0; i < run; ++i) {
        ASSERT_EQ(balanced[i], kernels::digit_of<recoding::balanced>(x, 0, j + i)) << b << " bits";
        ASSERT_EQ(recoded[i], kernels::digit_of<recoding::random>(x, 0, j + i)) << b << " bits";
      }
    }
  }
}

// Digits of variance x (B - x) have the mean of x, whatever x is, because thresholds are uniform.
TEST(Digits, RandomOnesHaveTheMeanOfThePlainDigit) {
  random_source random(test_seed());
  constexpr int b = 16, rounds = 4000;
  for (const std::uint64_t pattern : {0x8000800080008000u, 0x7fff7fff7fff7fffu, 0x1234123412341234u}) {
    const limbs number(4, pattern);
    double sum = 0;
    for (int i = 0; i < rounds; ++i)
      sum += kernels::digit_of<recoding::random>(source_of(number, b, random.bits()), 0, 5);
    // x + x/B - B x/B = x/B
    const double plain = static_cast<double>(pattern & 0xffff), mean = plain * 0x1p-16;
    const double deviation = std::sqrt(plain * (0x1p16 - plain) + 1) / std::sqrt(rounds);
    EXPECT_LE(std::abs(sum / rounds - mean), 6 * deviation) << pattern;
  }
}

// Thresholds of neighbouring digits, of the same digit of other numbers, and of other seeds behave like
// independent ones.
TEST(Digits, ThresholdsAreUniformAndUncorrelated) {
  random_source random(test_seed());
  constexpr int b = 20;
  constexpr std::uint64_t count = 1 << 16;
  const limbs number(1, 0);
  const auto threshold = [](const digit_source& x, std::uint32_t g, std::uint64_t j) {
    return static_cast<double>(kernels::random_threshold(x, g, j)) * std::ldexp(1.0, -b) - 0.5;
  };
  for (int round = 0; round < 4; ++round) {
    const std::uint64_t seed = random.bits();
    const digit_source x = source_of(number, b, seed), low = source_of(number, b, seed ^ 0x5bd1e995u),
                       high = source_of(number, b, seed ^ 0x5bd1e99500000000u);
    std::vector<double> sums(8), buckets(64);
    double mean = 0;
    for (std::uint64_t j = 0; j < count; ++j) {
      const double r = threshold(x, 0, j);
      mean += r / count;
      buckets[static_cast<std::size_t>((r + 0.5) * 64)] += 1;
      const double others[8] = {threshold(x, 0, j + 1),     threshold(x, 0, j + 2),
                                threshold(x, 0, j + 64),    threshold(x, 0, j + 4096),
                                threshold(x, 0, j + 65536), threshold(x, 1, j),
                                threshold(low, 0, j),       threshold(high, 0, j)};
      for (std::size_t i = 0; i < 8; ++i) sums[i] += r * others[i];
    }
    // One threshold has the variance 1/12, a product of two independent ones has 1/144.
    EXPECT_LE(std::abs(mean), 6 / std::sqrt(12.0 * count)) << seed;
    for (const double sum : sums) EXPECT_LE(std::abs(sum), 6 * std::sqrt(count) / 12) << seed;
    double chi_square = 0;
    for (const double bucket : buckets) chi_square += std::pow(bucket - count / 64.0, 2) / (count / 64.0);
    EXPECT_LE(chi_square, 160) << seed << ": 63 are expected";
  }
}

}  // namespace

}  // namespace gbi::test
