/// \file
/// The available lengths, and the positions of the frequencies. These tests need no executor.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "tests/blocks/fixture.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t limit = 5000;

TEST(FftLength, PowersOfTwoTimesASmallOddFactor) {
  const std::vector<std::size_t> lengths = lengths_up_to(limit);
  EXPECT_FALSE(is_fft_length(0));
  for (std::size_t n = 1; n <= limit; ++n)
    EXPECT_EQ(is_fft_length(n), std::count(lengths.begin(), lengths.end(), n) == 1) << n;
  for (const std::size_t odd : {11, 13, 17, 21, 25, 27, 45, 49, 63, 75, 105, 225})
    for (std::size_t n = odd; n < longest_fft; n *= 2) EXPECT_FALSE(is_fft_length(n)) << n;
}

TEST(FftLength, EndsAtTheLongest) {
  EXPECT_TRUE(is_fft_length(longest_fft));
  EXPECT_TRUE(is_fft_length(longest_fft / 16 * 15));
  EXPECT_FALSE(is_fft_length(longest_fft + 1));
  EXPECT_FALSE(is_fft_length(longest_fft / 8 * 9));
  EXPECT_FALSE(is_fft_length(2 * longest_fft));
  EXPECT_FALSE(is_fft_length(std::size_t{1} << 63));
  EXPECT_FALSE(is_fft_length(~std::size_t{0}));
}

TEST(FftLength, TheShortestOfAtLeastSoManyPoints) {
  std::vector<std::size_t> lengths = lengths_up_to(2 * limit);
  std::sort(lengths.begin(), lengths.end());
  EXPECT_EQ(fft_length(0), 1u);
  for (std::size_t n = 1; n <= limit; ++n)
    ASSERT_EQ(fft_length(n), *std::lower_bound(lengths.begin(), lengths.end(), n)) << n;
  EXPECT_EQ(fft_length(longest_fft), longest_fft);
  EXPECT_EQ(fft_length(longest_fft - 1), longest_fft);
  EXPECT_EQ(fft_length(longest_fft / 16 * 15 + 1), longest_fft);
  EXPECT_EQ(fft_length(longest_fft / 16 * 15 - 1), longest_fft / 16 * 15);
  EXPECT_THROW(fft_length(longest_fft + 1), std::length_error);
  EXPECT_THROW(fft_length(~std::size_t{0}), std::length_error);
}

TEST(FftFrequency, NaturalWithinABlock) {
  for (const std::size_t n : lengths_up_to(4096))
    for (std::size_t p = 0; p < n; ++p) ASSERT_EQ(fft_frequency(n, p), p) << n << " points";
}

TEST(FftFrequency, EveryFrequencyOnce) {
  for (const std::size_t n : lengths_up_to(std::size_t{1} << (test_scale() < 1 ? 17 : 21))) {
    if (n <= 4096) continue;
    std::vector<bool> seen(n);
    for (std::size_t p = 0; p < n; ++p) {
      const std::size_t k = fft_frequency(n, p);
      ASSERT_LT(k, n) << n << " points, position " << p;
      ASSERT_FALSE(seen[k]) << n << " points, frequency " << k << " again at position " << p;
      seen[k] = true;
    }
    EXPECT_EQ(fft_frequency(n, 0), 0u);
  }
}

TEST(FftFrequency, RefusesWhatIsNoPosition) {
  EXPECT_THROW(fft_frequency(0, 0), std::invalid_argument);
  EXPECT_THROW(fft_frequency(11, 0), std::invalid_argument);
  EXPECT_THROW(fft_frequency(2 * longest_fft, 0), std::invalid_argument);
  EXPECT_THROW(fft_frequency(1, 1), std::invalid_argument);
  EXPECT_THROW(fft_frequency(64, 64), std::invalid_argument);
  EXPECT_THROW(fft_frequency(1 << 16, 1 << 16), std::invalid_argument);
  EXPECT_LT(fft_frequency(longest_fft, longest_fft - 1), longest_fft);
}

}  // namespace

}  // namespace gbi::test
