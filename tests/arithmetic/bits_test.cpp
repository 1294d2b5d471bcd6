/// \file
/// Bit operations against GMP, with negative numbers in two's complement.
#include "gpu_bigint/bits.hpp"

#include <bit>
#include <stdexcept>
#include <vector>

#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

template <class Function>
integer oracle(Function&& function, const integer& a, const integer& b) {
  integer result;
  function(result.get(), a.get(), b.get());
  return result;
}

/// GMP's largest mp_bitcnt_t has the same meaning as `unbounded`.
static_assert(unbounded == ~mp_bitcnt_t{0});

class Bits : public on_executor {
 protected:
  /// x, with a sign that the host does not know.
  static gpu_bigint unsettled(const gpu_bigint& x) { return (x + 1) - 1; }

  gpu_bigint perhaps_unsettled(const integer& a) {
    return random.coin() ? unsettled(from_oracle(a)) : from_oracle(a);
  }

  void expect_functions(const integer& a, const integer& b) {
    const gpu_bigint x = perhaps_unsettled(a), y = perhaps_unsettled(b);
    ASSERT_TRUE(matches(x & y, oracle(mpz_and, a, b))) << brief(a) << " & " << brief(b);
    ASSERT_TRUE(matches(x | y, oracle(mpz_ior, a, b))) << brief(a) << " | " << brief(b);
    ASSERT_TRUE(matches(x ^ y, oracle(mpz_xor, a, b))) << brief(a) << " ^ " << brief(b);
    ASSERT_TRUE(matches(~x, -a - integer(1))) << "~" << brief(a);
    ASSERT_EQ(popcount(x), mpz_popcount(a.get())) << brief(a);
    ASSERT_EQ(hamming_distance(x, y), mpz_hamdist(a.get(), b.get())) << brief(a) << ", " << brief(b);
    ASSERT_EQ(trailing_zeros(x), mpz_scan1(a.get(), 0)) << brief(a);
  }
  void expect_functions_of_all_signs(const integer& a, const integer& b) {
    for (const integer& x : {a, -a})
      for (const integer& y : {b, -b}) expect_functions(x, y);
  }

  void expect_single_bits(const integer& a, std::size_t index) {
    const gpu_bigint x = perhaps_unsettled(a);
    integer set = a, cleared = a, flipped = a;
    mpz_setbit(set.get(), index);
    mpz_clrbit(cleared.get(), index);
    mpz_combit(flipped.get(), index);
    ASSERT_EQ(test_bit(x, index), mpz_tstbit(a.get(), index) != 0) << brief(a) << ", bit " << index;
    ASSERT_TRUE(matches(set_bit(x, index), set)) << brief(a) << ", bit " << index;
    ASSERT_TRUE(matches(clear_bit(x, index), cleared)) << brief(a) << ", bit " << index;
    ASSERT_TRUE(matches(flip_bit(x, index), flipped)) << brief(a) << ", bit " << index;
    ASSERT_EQ(scan0(x, index), mpz_scan0(a.get(), index)) << brief(a) << ", bit " << index;
    ASSERT_EQ(scan1(x, index), mpz_scan1(a.get(), index)) << brief(a) << ", bit " << index;
    ASSERT_TRUE(matches(low_bits(x, index), a.low_bits(index))) << brief(a) << ", bit " << index;
  }

  /// Numbers whose negation carries far: 2^(64 k), its neighbours, and sums of them.
  std::vector<integer> round_numbers() {
    std::vector<integer> all{0, 1, 2};
    for (const std::size_t bit : {63, 64, 65, 128, 64 * 1024, 64 * 2000})
      for (const long delta : {-1, 0, 1}) all.push_back((integer(1) << bit) + integer(delta));
    all.push_back((integer(1) << 64 * 1500) + (integer(1) << 64 * 1024));
    return all;
  }
};

TEST_P(Bits, FunctionsOfRandomNumbers) {
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t longest = size({1 << 20, 1 << 16, 1 << 24});
    expect_functions(random_integer(random, longest), random_integer(random, longest));
  }
}

TEST_P(Bits, FunctionsOfHostilePatterns) {
  for (const std::size_t count : {1, 2, 65, 1030})
    for (const auto& a : hostile_limbs(random, count)) {
      const integer b(random_limbs(random, random.between(1, 2 * count)));
      expect_functions_of_all_signs(integer(a.value), b);
      expect_functions_of_all_signs(integer(a.value), integer(a.value));
    }
}

TEST_P(Bits, FunctionsOfRoundNumbers) {
  const std::vector<integer> all = round_numbers();
  const std::size_t step = size({11, 11, 2});
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = random.below(step); j < all.size(); j += step)
      expect_functions_of_all_signs(all[i], all[j]);
}

// Blocks of reductions have several tiles each.
TEST_P(Bits, NumbersLongerThanAGridOfTiles) {
  const std::size_t limbs = size({300'000, 140'000, 3'000'000});
  const integer a(random_limbs(random, limbs)), b(random_limbs(random, limbs - random.below(5000)));
  expect_functions(a, b);
  const gpu_bigint x = from_oracle(a);
  EXPECT_EQ(x, from_oracle(a));
  const std::size_t bit = random.below(64 * limbs - 64);
  EXPECT_EQ(x < flip_bit(x, bit), mpz_tstbit(a.get(), bit) == 0) << "bit " << bit;
  EXPECT_EQ(scan1(from_oracle(integer(1) << bit), 0), bit);
  EXPECT_EQ(scan1(from_oracle(integer(1) << bit), bit + 1), unbounded);
}

TEST_P(Bits, SingleBits) {
  for (const std::size_t count : {1, 3, 40, 1100}) {
    const integer low_zeros = integer(random_limbs(random, count)) << 64 * (count / 2);
    for (const integer& a : {integer(random_limbs(random, count)), low_zeros, integer(1) << 64 * count})
      for (const integer& x : {a, -a}) {
        const std::size_t length = x.bit_length();
        for (const std::size_t index : {std::size_t{0}, std::size_t{63}, std::size_t{64}, length / 2,
                                        length - 1, length, length + 1, length + 64, 2 * length + 640})
          expect_single_bits(x, index);
        for (int round = 0; round < 4; ++round) expect_single_bits(x, random.below(length + 200));
      }
  }
  for (const integer& a : round_numbers()) {
    expect_single_bits(a, random.log_uniform(1, 130000));
    expect_single_bits(-a, random.log_uniform(1, 130000));
  }
}

// A zero from a difference of equal numbers or from a negation may have a minus sign in memory.
TEST_P(Bits, ZerosOfEveryMake) {
  const gpu_bigint a = from_oracle(integer(random_limbs(random, 30)));
  for (const gpu_bigint& zero : {gpu_bigint(), gpu_bigint(0), a - a, -(a - a), -gpu_bigint(0)}) {
    EXPECT_EQ(zero & a, 0);
    EXPECT_EQ(zero | a, a);
    EXPECT_EQ(a ^ zero, a);
    EXPECT_EQ(-a | zero, -a);
    EXPECT_EQ(~zero, -1);
    EXPECT_EQ(zero & zero, 0);
    EXPECT_EQ(zero | zero, 0);
    EXPECT_EQ(popcount(zero), 0u);
    EXPECT_EQ(hamming_distance(zero, zero), 0u);
    EXPECT_EQ(hamming_distance(zero, a), popcount(a));
    EXPECT_EQ(scan0(zero, 77), 77u);
    EXPECT_EQ(scan1(zero, 77), unbounded);
    EXPECT_EQ(trailing_zeros(zero), unbounded);
    EXPECT_FALSE(test_bit(zero, 5));
    EXPECT_FALSE(test_bit(zero, 1'000'000));
    EXPECT_EQ(set_bit(zero, 100), gpu_bigint(1) << 100);
    EXPECT_EQ(clear_bit(zero, 100), 0);
    EXPECT_EQ(low_bits(zero, 100), 0);
    EXPECT_EQ(rotate_left(zero, 3, 100), 0);
  }
}

// The search for the lowest one reads the whole number, and the complement carries through all of it.
TEST_P(Bits, TheLowestOneMayBeTheHighest) {
  const std::size_t bit = 64 * size({200'000, 50'000, 2'000'000});
  const integer power = integer(1) << bit;
  const gpu_bigint x = from_oracle(-power);
  EXPECT_EQ(trailing_zeros(x), bit);
  EXPECT_TRUE(matches(~x, power - integer(1)));
  EXPECT_TRUE(matches(x | 1, -power + integer(1)));
  EXPECT_TRUE(matches(x & ~gpu_bigint(1), -power));
  EXPECT_TRUE(matches(from_oracle(power - integer(1)) ^ x, integer(-1)));
  EXPECT_EQ(scan1(x, 1), bit);
  EXPECT_EQ(scan0(from_oracle(power - integer(1)), 0), bit);
}

TEST_P(Bits, CompoundFormsAndBuiltinIntegers) {
  gpu_bigint a = 0b1100;
  a &= 0b0110;
  EXPECT_EQ(a, 0b0100);
  a |= 3;
  EXPECT_EQ(a, 0b0111);
  a ^= -1;
  EXPECT_EQ(a, ~7);
  EXPECT_EQ(5 & a, 5 & ~7);
  EXPECT_EQ(-6 | gpu_bigint(3), -6 | 3);
}

TEST_P(Bits, RotationsOfWords) {
  for (int round = 0; round < 20; ++round) {
    const auto word = random.bits();
    const std::size_t count = random.below(200);
    const gpu_bigint x = random.coin() ? gpu_bigint(word) : gpu_bigint(static_cast<std::int64_t>(word));
    EXPECT_EQ(rotate_left(x, count, 64), std::rotl(word, static_cast<int>(count)));
    EXPECT_EQ(rotate_right(x, count, 64), std::rotr(word, static_cast<int>(count)));
  }
  const std::size_t width = random.between(1, 5000), count = random.below(2 * width);
  const integer a = random_integer(random, 6000);
  const integer expected =
      (a.low_bits(width) << count % width) + (a.low_bits(width) >> (width - count % width));
  EXPECT_TRUE(matches(rotate_left(from_oracle(a), count, width), expected.low_bits(width)));
  EXPECT_TRUE(
      matches(rotate_right(rotate_left(from_oracle(a), count, width), count, width), a.low_bits(width)));
  EXPECT_EQ(rotate_left(from_oracle(a), 5, 0), 0);
  EXPECT_EQ(rotate_right(from_oracle(a), 5, 0), 0);
}

TEST_P(Bits, OperandsOfDifferentContextsAreRefused) {
  const gpu_bigint a = 5;
  const scoped_context other{context(backend::host)};
  const gpu_bigint b = 6;
  EXPECT_THROW(a & b, std::invalid_argument);
  EXPECT_THROW(hamming_distance(a, b), std::invalid_argument);
}

TEST_P(Bits, MoreThanMemoryHoldsIsRefused) {
  gpu_bigint a = 77;
  EXPECT_THROW(a = set_bit(a, std::size_t{1} << 60), out_of_memory);
  EXPECT_THROW(a = low_bits(-a, std::size_t{1} << 60), out_of_memory);
  EXPECT_EQ(a, 77) << "changed by an operation that failed";
  EXPECT_EQ(low_bits(a, unbounded), 77);
  EXPECT_EQ(clear_bit(a, unbounded - 1), 77);
  EXPECT_FALSE(test_bit(a, unbounded - 1));
  EXPECT_TRUE(test_bit(-a, unbounded - 1));
  EXPECT_THROW(a = flip_bit(-a, std::size_t{1} << 60), out_of_memory);
  EXPECT_THROW(a = clear_bit(-a, std::size_t{1} << 60), out_of_memory);
  EXPECT_EQ(a, 77) << "changed by an operation that failed";
}

// Every bit above a number equals its sign bit, up to the last bit that has an index.
TEST_P(Bits, ABitOfTheSignTakesNoMemory) {
  for (const std::size_t count : {1, 2, 40}) {
    const integer a(random_limbs(random, count));
    for (const std::size_t index : {std::size_t{64 * count}, std::size_t{1} << 40, unbounded - 1, unbounded})
      for (const bool known : {false, true}) {
        const gpu_bigint x = known ? from_oracle(a) : unsettled(from_oracle(a)),
                         y = known ? from_oracle(-a) : unsettled(from_oracle(-a));
        EXPECT_TRUE(matches(clear_bit(x, index), a)) << count << " limbs, bit " << index;
        EXPECT_TRUE(matches(set_bit(y, index), -a)) << count << " limbs, bit " << index;
        EXPECT_FALSE(test_bit(x, index)) << count << " limbs, bit " << index;
        EXPECT_TRUE(test_bit(y, index)) << count << " limbs, bit " << index;
      }
  }
  const gpu_bigint a = 5;
  for (const gpu_bigint& zero : {gpu_bigint(), gpu_bigint(0), a - a, -(a - a), unsettled(gpu_bigint(0))}) {
    EXPECT_FALSE(test_bit(zero, unbounded));
    EXPECT_EQ(clear_bit(zero, unbounded), 0);
  }
  EXPECT_TRUE(test_bit(gpu_bigint(-1), unbounded));
  EXPECT_EQ(set_bit(gpu_bigint(-1), unbounded), -1);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Bits);

}  // namespace

}  // namespace gbi::test
