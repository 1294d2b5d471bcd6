/// \file
/// Products that all ranks of a group share. The shortest transform that can be shared has 2^18 points, so
/// most operands fill only a few of its rows; some tests fill all.
#include "src/distribute/value.hpp"
#include "src/plan/shared_product.hpp"
#include "tests/distribute/numbers.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class SharedProducts : public on_numbers {
 protected:
  static constexpr std::size_t long_limbs = 60'000;  ///< two such operands nearly fill 2^18 points

  std::uint64_t most_bits() const { return static_cast<std::uint64_t>(600'000 * test_scale()); }
  /// A number with a random hostile pattern.
  integer hostile(std::size_t limbs) {
    const auto all = hostile_limbs(random, limbs);
    return integer(all[random.below(all.size())].value);
  }
};

TEST_P(SharedProducts, OfAllSizes) {
  for (int round = 0; round < 8; ++round) {
    const integer x = some(most_bits()), y = some(most_bits());
    const auto a = make(x), b = make(y);
    ASSERT_TRUE(is(a * b, x * y)) << x.bit_length() << " by " << y.bit_length() << " bits";
    ASSERT_TRUE(is(a * -a, -(x * x))) << x.bit_length() << " bits";
  }
}

TEST_P(SharedProducts, OfNumbersShorterThanAStrip) {
  for (int round = 0; round < 6; ++round) {
    const integer x = some(64 * 4 * ranks()), y = some(64 * 4 * ranks());
    ASSERT_TRUE(is(make(x) * make(y), x * y)) << x.bit_length() << " by " << y.bit_length() << " bits";
  }
  EXPECT_TRUE(is(make(1) * make(-1), -1));
  EXPECT_TRUE(is(make(0) * make(5), 0));
  const auto a = make(7);
  EXPECT_TRUE(is((a - a) * a, 0));  // the host does not know that a factor is 0
}

TEST_P(SharedProducts, OfNumbersThatFillTheTransform) {
  const integer x(random_limbs(random, long_limbs)), y = hostile(long_limbs + random.below(1000));
  const auto a = make(x), b = make(-y);
  EXPECT_TRUE(is(a * b, -(x * y)));
  const integer ones = (integer(1) << (64 * long_limbs)) - 1;
  const auto c = make(ones);
  EXPECT_TRUE(is(c * c, ones * ones));
}

// An operand with more digits than the transform has points.
TEST_P(SharedProducts, OfNumbersOfDifferentLengths) {
  const integer x(random_limbs(random, 2 * long_limbs - 5000)), y = hostile(2000);
  const auto a = make(x), b = make(y);
  EXPECT_TRUE(is(a * b, x * y));
  EXPECT_TRUE(is(b * a, x * y));
}

// The operands' slabs are wider than their numbers, and differ in width.
TEST_P(SharedProducts, OfSumsAndDifferences) {
  const integer x = some(most_bits()), y = some(most_bits());
  const auto a = make(x), b = make(y);
  EXPECT_TRUE(is((a + b) * (a - b), x * x - y * y));
  const auto small = (a + 3) - a;
  EXPECT_EQ(small.bit_length(), 2u);
  EXPECT_TRUE(is(small * (a * b + 1), (x * y + 1) * integer(3)));
}

GPU_BIGINT_ON_GROUPS(SharedProducts, sharing_group_names());

}  // namespace

}  // namespace gbi::test
