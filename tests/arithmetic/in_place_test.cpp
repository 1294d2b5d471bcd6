/// \file
/// Operations with built-in integers, and assignments that may change a number in place: copies keep their
/// values, and so do kernels that read a number afterwards.
#include <cstdint>
#include <limits>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number/number.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class InPlace : public on_executor {
 protected:
  /// Numbers of 0 to 20 limbs about the sizes at which limbs move to a block and blocks grow: random ones,
  /// powers of two and their neighbours, and their negatives.
  std::vector<integer> numbers() {
    std::vector<integer> result{0};
    for (const std::size_t limbs : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 20}) {
      const integer power = integer(1) << 64 * limbs;
      for (const integer& x :
           {power - 1, power, power + 1, power - power / 3, integer(random_limbs(random, limbs))}) {
        result.push_back(x);
        result.push_back(-x);
      }
    }
    return result;
  }
  /// The number in the memory of kernels, which then belongs to the value.
  static void copy_for_kernels(const gpu_bigint& x) { static_cast<void>(detail::number_of(x)); }
  static void expect_kernels_see(const gpu_bigint& x, const integer& expected) {
    if (detail::core_of(x) == nullptr) return;  // a zero that fits any context
    const detail::number& seen = *detail::number_of(x);
    const integer magnitude = expected < integer(0) ? -expected : expected;
    std::vector<limb> limbs(seen.size());
    if (!limbs.empty()) seen.executor().download(limbs.data(), seen.limbs(), limbs.size() * sizeof(limb));
    EXPECT_TRUE(integer(limbs) == magnitude);
    EXPECT_EQ(!limbs.empty() && seen.negative(), expected < integer(0));
  }

  /// changed = x; change(changed) makes it `expected`.
  template <class Change>
  static void check(const integer& x, const integer& expected, const Change& change) {
    gpu_bigint alone = from_oracle(x);
    change(alone);
    ASSERT_TRUE(matches(alone, expected));
    gpu_bigint shared = from_oracle(x);
    const gpu_bigint copy = shared;
    change(shared);
    ASSERT_TRUE(matches(shared, expected));
    ASSERT_TRUE(matches(copy, x)) << "a copy changed";
    gpu_bigint copied = from_oracle(x);
    copy_for_kernels(copied);
    change(copied);
    ASSERT_TRUE(matches(copied, expected));
    expect_kernels_see(copied, expected);
  }

  template <class Word>
  void check_word(const integer& x, Word word, const integer& b) {
    SCOPED_TRACE(testing::Message() << x.bit_length() << " bits and " << b.bit_length());
    const gpu_bigint a = from_oracle(x);
    EXPECT_TRUE(matches(a + word, x + b));
    EXPECT_TRUE(matches(word + a, x + b));
    EXPECT_TRUE(matches(a - word, x - b));
    EXPECT_TRUE(matches(word - a, b - x));
    EXPECT_TRUE(matches(a * word, x * b));
    EXPECT_TRUE(matches(word * a, x * b));
    EXPECT_EQ(a <=> word, x <=> b);
    check(x, x + b, [&](gpu_bigint& c) { c += word; });
    check(x, x - b, [&](gpu_bigint& c) { c -= word; });
    check(x, x * b, [&](gpu_bigint& c) { c *= word; });
    if (word == 0) {
      EXPECT_THROW(static_cast<void>(a / word), std::domain_error);
      EXPECT_THROW(static_cast<void>(a % word), std::domain_error);
      return;
    }
    EXPECT_TRUE(matches(a / word, x / b));
    EXPECT_TRUE(matches(a % word, x % b));
    check(x, x / b, [&](gpu_bigint& c) { c /= word; });
    check(x, x % b, [&](gpu_bigint& c) { c %= word; });
  }
};

TEST_P(InPlace, Words) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  for (const integer& x : numbers()) {
    for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, ones, ones - 1,
                                     std::uint64_t{1} << 63, random.bits(), random.bits() >> 40})
      check_word(x, word, integer(limbs{word}));
    for (const std::int64_t word :
         {std::int64_t{-1}, std::int64_t{-2}, std::numeric_limits<std::int64_t>::min(),
          -static_cast<std::int64_t>(random.bits() >> 30)})
      check_word(x, word, integer(static_cast<long>(word)));
    const detail::uint128 wide = detail::uint128{random.bits()} << 64 | random.bits();
    check_word(x, wide, integer(limbs{static_cast<limb>(wide), static_cast<limb>(wide >> 64)}));
  }
}

TEST_P(InPlace, Numbers) {
  const std::vector<integer> all = numbers();
  for (const integer& x : all) {
    for (const integer& y : all) {
      const gpu_bigint b = from_oracle(y);
      check(x, x + y, [&](gpu_bigint& c) { c += b; });
      check(x, x - y, [&](gpu_bigint& c) { c -= b; });
    }
    check(x, x + x, [](gpu_bigint& c) { c += c; });
    check(x, 0, [](gpu_bigint& c) { c -= c; });
    for (const int bits : {0, 1, 37, 63, 64, 65, 200}) {
      check(x, x << static_cast<mp_bitcnt_t>(bits), [&](gpu_bigint& c) { c <<= bits; });
      check(x, x >> static_cast<mp_bitcnt_t>(bits), [&](gpu_bigint& c) { c >>= bits; });
    }
  }
}

TEST_P(InPlace, StepsOfOne) {
  for (const integer& x : numbers()) {
    check(x, x + 1, [](gpu_bigint& c) { ++c; });
    check(x, x - 1, [](gpu_bigint& c) { --c; });
  }
}

/// A number that grows and shrinks through all sizes, always changed in place if it can be.
TEST_P(InPlace, LongSums) {
  integer expected = 0;
  gpu_bigint sum = 0;
  std::vector<gpu_bigint> summands;
  std::vector<integer> oracles;
  for (int i = 0; i < 200; ++i) {
    oracles.push_back(random_integer(random, 64 * 12));
    summands.push_back(from_oracle(oracles.back()));
    sum += summands.back();
    expected = expected + oracles.back();
    ASSERT_TRUE(matches(sum, expected));
  }
  for (std::size_t i = 0; i < summands.size(); ++i) {
    sum -= summands[i];
    expected = expected - oracles[i];
    ASSERT_TRUE(matches(sum, expected));
    ASSERT_TRUE(matches(summands[i], oracles[i])) << "an operand changed";
  }
  EXPECT_EQ(sum, 0);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(InPlace);

}  // namespace

}  // namespace gbi::test
