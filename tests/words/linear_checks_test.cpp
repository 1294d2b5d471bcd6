/// \file
/// Checks of sums, shifts and remainders: they accept right results, and no result with one wrong bit.
#include "src/words/linear_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "src/words/limb_checks.hpp"
#include "src/words/linear.hpp"
#include "tests/words/levels.hpp"

namespace gbi::test {

namespace {

class LinearChecks : public at_every_level {
 protected:
  using words = std::vector<limb>;

  /// The check accepts the result, and rejects it with any one bit changed, or with 1 added to a limb and the
  /// carry to the limbs above.
  static void expect_only(words& result, const std::function<bool()>& is_right) {
    ASSERT_TRUE(is_right()) << result.size() << " limbs";
    for (limb& word : result)
      for (int bit = 0; bit < limb_bits; ++bit) {
        word ^= limb{1} << bit;
        EXPECT_FALSE(is_right()) << "bit " << bit << " of limb " << &word - result.data();
        word ^= limb{1} << bit;
      }
    for (std::size_t i = 0; i < result.size(); ++i) {
      const words right = result;
      gbi::words::add_1(result.data() + i, result.data() + i, result.size() - i, 1);
      EXPECT_FALSE(is_right()) << "limb " << i;
      result = right;
    }
  }
  words operand(std::size_t longest) { return words_operand(random, longest); }
};

TEST_P(LinearChecks, OfSums) {
  for (int round = 0; round < 60; ++round) {
    const words a = operand(30), b = operand(a.size());
    const limb carry = random.below(2);
    words c(a.size() + 1);
    c.back() = gbi::words::add(c.data(), a.data(), a.size(), b.data(), b.size(), carry);
    expect_only(c, [&] {
      return gbi::words::is_sum(c.data(), a.data(), a.size(), b.data(), b.size(), carry) &&
             c.back() == gbi::words::carry_of_sum(c.data(), a.data(), a.size(), b.data(), b.size());
    });
  }
}

// The lower limbs of a sum show the carry to the limbs above.
TEST_P(LinearChecks, CarriesOfSums) {
  for (int round = 0; round < 60; ++round) {
    const words a = operand(30), b = operand(a.size());
    words c(a.size());
    gbi::words::add(c.data(), a.data(), a.size(), b.data(), b.size());
    for (std::size_t n = 0; n <= a.size(); ++n) {
      words lower(n);
      EXPECT_EQ(gbi::words::carry_of_sum(c.data(), a.data(), n, b.data(), b.size()),
                gbi::words::add(lower.data(), a.data(), n, b.data(), std::min(n, b.size())))
          << n << " of " << a.size() << " limbs";
    }
  }
}

TEST_P(LinearChecks, OfDifferences) {
  for (int round = 0; round < 60; ++round) {
    const words a = operand(30), b = operand(a.size());
    const limb borrow = random.below(2);
    words c(a.size());
    const limb out = gbi::words::subtract(c.data(), a.data(), a.size(), b.data(), b.size(), borrow);
    expect_only(c, [&] {
      return gbi::words::is_sum(a.data(), c.data(), a.size(), b.data(), b.size(), borrow) &&
             out == gbi::words::carry_of_sum(a.data(), c.data(), a.size(), b.data(), b.size());
    });
  }
}

TEST_P(LinearChecks, OfShifts) {
  for (int bits = 0; bits < limb_bits; ++bits) {
    const words a = operand(30);
    const std::size_t n = a.size();
    const limb below = gbi::words::moved_up(random.bits(), bits),
               above = gbi::words::moved_down(random.bits(), bits);
    words c(n);
    gbi::words::shift_left(c.data(), a.data(), n, bits, below);
    expect_only(c, [&] { return gbi::words::is_shifted_left(c.data(), a.data(), n, bits, below); });
    for (const limb more : {0, 1}) {
      gbi::words::shift_right(c.data(), a.data(), n, bits, above);
      gbi::words::add_1(c.data(), c.data(), n, more);
      expect_only(c, [&] { return gbi::words::is_shifted_right(c.data(), a.data(), n, bits, above, more); });
      EXPECT_FALSE(gbi::words::is_shifted_right(c.data(), a.data(), n, bits, above, 1 - more));
    }
  }
}

TEST_P(LinearChecks, OfTwice) {
  for (int round = 0; round < 200; ++round) {
    const words b = operand(10);
    words a(b.size() + 1);
    a.back() = gbi::words::shift_left(a.data(), b.data(), b.size(), 1);
    EXPECT_TRUE(gbi::words::is_at_most_twice(a.data(), b.data(), b.size()));
    words larger = a, smaller = a;
    gbi::words::add_1(larger.data(), larger.data(), larger.size(), 1);
    EXPECT_FALSE(gbi::words::is_at_most_twice(larger.data(), b.data(), b.size()));
    if (gbi::words::significant(a.data(), a.size()) == 0) continue;
    gbi::words::subtract_1(smaller.data(), smaller.data(), smaller.size(), 1);
    EXPECT_TRUE(gbi::words::is_at_most_twice(smaller.data(), b.data(), b.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, LinearChecks,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
