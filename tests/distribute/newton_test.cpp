/// \file
/// The bounds of newton.hpp at random precisions, for numbers of all shapes.
#include "src/distribute/newton.hpp"

#include "tests/distribute/numbers.hpp"

namespace gbi::test {

namespace {

class Newton : public on_numbers {
 protected:
  static integer power(mp_bitcnt_t exponent) { return integer(1) << exponent; }
  /// Numbers of up to 3000 bits, above 0.
  std::vector<integer> numbers() {
    std::vector<integer> result{power(3000) - 1, power(2999), power(3000) + 1, 1, 3};
    for (const std::size_t limbs : {1, 11, 40}) result.emplace_back(random_limbs(random, limbs));
    return result;
  }
  std::size_t precision() { return 200 + random.below(2000); }

  const distribute::newton_plan plan{.first_bits = 20 + random.below(100), .prime = 0};
};

// |x - 2^(n + p) / y| <= 2
TEST_P(Newton, Reciprocals) {
  for (const integer& y : numbers()) {
    const std::size_t n = y.bit_length(), p = precision();
    const integer x = to_oracle(distribute::reciprocal(make(y), p, plan).gather());
    const integer difference = power(n + p) - x * y;
    EXPECT_LE(difference, y + y) << n << " bits to " << p;
    EXPECT_GE(difference, -y - y) << n << " bits to " << p;
  }
}

// |x - 2^(t + p) / sqrt(y)| <= 2
TEST_P(Newton, InverseSquareRoots) {
  for (const integer& y : numbers()) {
    const std::size_t t = (y.bit_length() + 1) / 2, p = precision();
    const integer x = to_oracle(distribute::inverse_square_root(make(y), p, plan).gather());
    const integer low = x - 2, high = x + 2, one = power(2 * (t + p));
    EXPECT_LE(low * low * y, one) << y.bit_length() << " bits to " << p;
    EXPECT_GE(high * high * y, one) << y.bit_length() << " bits to " << p;
  }
}

GPU_BIGINT_ON_EVERY_GROUP(Newton);

}  // namespace

}  // namespace gbi::test
