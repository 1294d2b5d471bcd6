/// \file
/// Text in every base against GMP.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "gpu_bigint/format.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"
#include "src/text/radix_tree.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Radix : public on_executor {
 protected:
  void expect_text(const integer& value, int base) {
    const std::string expected = value.to_string(base);
    const gpu_bigint number = from_oracle(value);
    const std::string got = number.to_string(base);
    ASSERT_EQ(got.size(), expected.size()) << "base " << base << ", " << brief(value);
    if (got != expected) {
      const auto at = std::mismatch(got.begin(), got.end(), expected.begin()).first - got.begin();
      FAIL() << "base " << base << ", " << brief(value) << ": first wrong digit " << at << " of "
             << got.size();
    }
    std::string pieces;
    write_text(
        number, [&](std::string_view piece) { pieces += piece; }, base);
    ASSERT_TRUE(pieces == expected) << "in pieces, base " << base << ", " << brief(value);
    ASSERT_TRUE(matches(gpu_bigint(expected, base), value))
        << "from text of base " << base << ", " << expected.size() << " digits";
  }

  /// A random number of `digits` digits.
  integer random_digits(std::size_t digits, int base) {
    const std::string symbols = base <= 36 ? "0123456789abcdefghijklmnopqrstuvwxyz"
                                           : "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::string text(digits, '0');
    for (char& c : text) c = symbols[random.below(static_cast<std::uint64_t>(base))];
    if (text.front() == '0') text.front() = '1';
    const integer value(text, base);
    return random.coin() ? -value : value;
  }
};

TEST_P(Radix, EveryBase) {
  const std::size_t longest = size({20000, 3000, 200000});
  for (int base = 2; base <= 62; ++base)
    for (int round = 0; round < 4; ++round)
      expect_text(random_digits(random.log_uniform(1, longest), base), base);
}

TEST_P(Radix, EveryLengthOfShortDecimals) {
  for (std::size_t digits = 1; digits <= 120; ++digits) expect_text(random_digits(digits, 10), 10);
}

// The numbers with the fewest and the most digits at each length. An estimate of the length is most likely
// wrong for them.
TEST_P(Radix, PowersOfTheBaseAndTheirNeighbours) {
  for (int base = 2; base <= 62; base += base < 36 ? 1 : 13)
    for (const std::size_t digits : {1, 2, 19, 20, 39, 64, 200, 1000, 2311}) {
      integer power;
      mpz_ui_pow_ui(power.get(), static_cast<unsigned long>(base), digits);
      for (const long delta : {-1, 0, 1}) expect_text(power + integer(delta), base);
    }
}

TEST_P(Radix, LongDecimals) {
  for (const std::size_t digits : {size({20000, 5000, 200000}), size({65536, 6000, 1000000})})
    expect_text(random_digits(digits, 10), 10);
}

TEST_P(Radix, AMillionDigits) {
  if (is_shuffled() || test_scale() < 1) GTEST_SKIP() << "takes too long here";
  expect_text(random_digits(1'000'000, 10), 10);
}

// The highest leaf of a text has no digits if there are as many leaves as a leaf has digits, which are
// rounded up.
TEST_P(Radix, LeavesWithoutDigits) {
  if (is_shuffled() || test_scale() < 1) GTEST_SKIP() << "takes too long here";
  const int base = 62;
  std::uint64_t digits = 1;
  const auto is_empty = [](const text::radix_tree& tree, std::uint64_t all) {
    return std::uint64_t{tree.digits_per_leaf()} * (tree.nodes_at(0) - 1) >= all;
  };
  while (!is_empty(text::radix_tree(base, digits), digits)) ++digits;
  expect_text(random_digits(digits, base), base);
}

TEST_P(Radix, SeveralPieces) {
  if (is_shuffled() || test_scale() < 1) GTEST_SKIP() << "takes too long here";
  const gpu_bigint number = random_engine(test_seed()).bits(160'000'000);
  const std::string expected = number.to_string(16);
  std::size_t pieces = 0, compared = 0;
  write_text(
      number,
      [&](std::string_view piece) {
        ASSERT_TRUE(expected.compare(compared, piece.size(), piece) == 0) << "piece " << pieces;
        compared += piece.size();
        ++pieces;
      },
      16);
  EXPECT_EQ(compared, expected.size());
  EXPECT_GT(pieces, 2U);
  const auto stop = [](std::string_view) { throw std::runtime_error("full"); };
  EXPECT_THROW(write_text(number, stop, 16), std::runtime_error);
}

TEST_P(Radix, PowersOfTwoAndPatterns) {
  for (const std::size_t count : {1, 2, 3, 40, 150})
    for (const auto& pattern : hostile_limbs(random, count))
      for (const int base : {2, 3, 7, 8, 10, 16, 32, 36}) expect_text(integer(pattern.value), base);
}

TEST_P(Radix, Zero) {
  const gpu_bigint a = 5;
  for (int base = 2; base <= 62; ++base) {
    EXPECT_EQ(gpu_bigint().to_string(base), "0");
    EXPECT_EQ(gpu_bigint(0).to_string(base), "0");
    EXPECT_EQ((a - a).to_string(base), "0");
    EXPECT_EQ((-(a - a)).to_string(base), "0");
    EXPECT_EQ(gpu_bigint(std::string("-0"), base).sign(), 0);
  }
}

TEST_P(Radix, NumbersThatHaveLeadingZeroLimbs) {
  for (int round = 0; round < 20; ++round) {
    const integer big = random_integer(random, 50000), small = random_integer(random, 300);
    const gpu_bigint x = from_oracle(big);
    const gpu_bigint padded = (x + from_oracle(small)) - x;
    for (const int base : {10, 16, 36}) EXPECT_EQ(padded.to_string(base), small.to_string(base));
  }
}

TEST_P(Radix, LeadingZeroDigitsDoNotCount) {
  const integer value = random_digits(500, 10);
  const std::string digits = (value.sign() < 0 ? -value : value).to_string();
  for (const std::size_t zeros : {1, 19, 4000}) {
    const gpu_bigint number(std::string(zeros, '0') + digits, 10);
    EXPECT_TRUE(matches(number, integer(digits, 10)));
    EXPECT_EQ(number.to_string(), digits);
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Radix);

}  // namespace

}  // namespace gbi::test
