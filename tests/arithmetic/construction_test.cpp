/// \file
/// Numbers from built-in integers and limbs, and back.
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using detail::int128, detail::uint128;

integer from_wide(uint128 magnitude, bool negative) {
  const std::array<std::uint64_t, 2> halves{static_cast<std::uint64_t>(magnitude),
                                            static_cast<std::uint64_t>(magnitude >> 64)};
  return integer(halves, negative);
}

template <class T>
integer oracle_of(T value) {
  if constexpr (T(-1) < T(0)) {
    if (value < 0) return from_wide(-static_cast<uint128>(value), true);
  }
  return from_wide(static_cast<uint128>(value), false);
}

class Construction : public on_executor {
 protected:
  template <class T>
  void expect_value(T value) {
    const gpu_bigint number = value;
    const integer expected = oracle_of(value);
    EXPECT_TRUE(matches(number, expected));
    EXPECT_EQ(number.sign(), expected.sign());
    EXPECT_EQ(number.bit_length(), expected.bit_length());
  }

  template <class... T>
  void expect_extremes() {
    (expect_extremes_of<T>(), ...);
  }
  template <class T>
  void expect_extremes_of() {
    SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes");
    constexpr bool is_signed = T(-1) < T(0);
    const auto ones =
        static_cast<T>(~static_cast<uint128>(0) >> (is_signed ? 1 : 0) >> (128 - 8 * sizeof(T)));
    expect_value(T{0});
    expect_value(T{1});
    expect_value(ones);
    expect_value(static_cast<T>(ones - 1));
    if constexpr (is_signed) {
      expect_value(static_cast<T>(-1));
      expect_value(static_cast<T>(-ones));
      expect_value(static_cast<T>(-ones - 1));
    }
    for (int round = 0; round < 5; ++round)
      expect_value(static_cast<T>((static_cast<uint128>(random.bits()) << 64) | random.bits()));
  }
};

TEST_P(Construction, ExtremesOfEveryBuiltinInteger) {
  expect_extremes<signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                  long long, unsigned long long, int128, uint128>();
  expect_value(false);
  expect_value(true);
}

TEST_P(Construction, DefaultIsZero) {
  const gpu_bigint zero;
  EXPECT_EQ(zero.sign(), 0);
  EXPECT_EQ(zero.bit_length(), 0u);
  EXPECT_EQ(zero.limb_bound(), 0u);
  EXPECT_TRUE(zero.to_limbs().empty());
  EXPECT_FALSE(zero);
  EXPECT_EQ(zero, 0);
  EXPECT_EQ(zero, gpu_bigint(0));
  EXPECT_EQ(-zero, zero);
  EXPECT_EQ(abs(zero), zero);
  EXPECT_EQ(zero << 100, 0);
  EXPECT_EQ(zero >> 100, 0);
  EXPECT_EQ(zero + zero, 0);
  EXPECT_EQ(zero - 5, -5);
  EXPECT_EQ(5 - zero, 5);
  EXPECT_EQ(zero.context(), here());
}

TEST_P(Construction, LimbsRoundTrip) {
  for (int round = 0; round < 40; ++round) {
    const limbs value = random_limbs(random, random.log_uniform(1, size({100000, 20000, 1000000})));
    const bool negative = random.coin();
    const gpu_bigint number = gpu_bigint::from_limbs(value, negative);
    EXPECT_EQ(number.to_limbs(), value);
    EXPECT_EQ(number.sign(), negative ? -1 : 1);
    EXPECT_GE(number.limb_bound(), value.size());
  }
}

TEST_P(Construction, LeadingZeroLimbsDoNotCount) {
  for (const std::size_t zeros : {1, 2, 1000}) {
    limbs padded = random_limbs(random, 17);
    const limbs value = padded;
    padded.resize(padded.size() + zeros, 0);
    const gpu_bigint number = gpu_bigint::from_limbs(padded, true);
    EXPECT_EQ(number.to_limbs(), value);
    EXPECT_EQ(number.limb_bound(), value.size());
    EXPECT_EQ(number.bit_length(), integer(value).bit_length());
  }
}

TEST_P(Construction, ZeroLimbsAreZeroWithoutASign) {
  for (const bool negative : {false, true})
    for (const std::size_t count : {0, 1, 5}) {
      const gpu_bigint zero = gpu_bigint::from_limbs(limbs(count, 0), negative);
      EXPECT_EQ(zero.sign(), 0);
      EXPECT_TRUE(zero.to_limbs().empty());
      EXPECT_EQ(zero, 0);
    }
}

TEST_P(Construction, GmpRoundTrip) {
  for (int round = 0; round < 40; ++round) {
    const integer value = random_integer(random, size({1 << 20, 1 << 17, 1 << 24}));
    EXPECT_TRUE(matches(from_mpz(value.get()), value));
    integer back = 12345;
    to_mpz(back.get(), from_mpz(value.get()));
    EXPECT_TRUE(matches(back, value));
  }
  EXPECT_EQ(from_mpz(integer(0).get()).sign(), 0);
}

TEST_P(Construction, BitLengthOfPowersOfTwo) {
  for (const std::size_t k : {0, 1, 31, 32, 63, 64, 65, 127, 128, 6400, 65536}) {
    const gpu_bigint power = from_oracle(integer(1) << k);
    EXPECT_EQ(power.bit_length(), k + 1);
    EXPECT_EQ((-power).bit_length(), k + 1);
    EXPECT_EQ((power - 1).bit_length(), k) << "the length that only the device knows";
  }
}

TEST(ConstructionRules, NumbersMixWithIntegersOnly) {
  static_assert(std::is_convertible_v<int, gpu_bigint>);
  static_assert(std::is_convertible_v<unsigned long long, gpu_bigint>);
  static_assert(!std::is_convertible_v<double, gpu_bigint>);
  static_assert(!std::is_convertible_v<const char*, gpu_bigint>);
  static_assert(!std::is_convertible_v<gpu_bigint, bool>);
  static_assert(!std::is_constructible_v<gpu_bigint, char>, "a character is not a digit");
  static_assert(!std::is_constructible_v<gpu_bigint, char32_t>);
  static_assert(!std::is_constructible_v<gpu_bigint, std::nullptr_t>);
  EXPECT_TRUE((std::is_nothrow_default_constructible_v<gpu_bigint>));
  EXPECT_TRUE((std::is_nothrow_move_constructible_v<gpu_bigint>));
  EXPECT_TRUE((std::is_nothrow_move_assignable_v<gpu_bigint>));
  EXPECT_TRUE((std::is_nothrow_swappable_v<gpu_bigint>));
}

TEST(ConstructionRules, LiteralsWithABaseCompile) {
  EXPECT_TRUE((std::is_constructible_v<gpu_bigint, const char*>));
  EXPECT_TRUE((std::is_constructible_v<gpu_bigint, const char*, int>)) << "gpu_bigint(\"zz\", 36)";
  EXPECT_TRUE((std::is_constructible_v<gpu_bigint, std::string, int>));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Construction);

}  // namespace

}  // namespace gbi::test
