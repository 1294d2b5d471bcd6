/// \file
/// Numbers and built-in types: conversions both ways, comparisons, hashes.
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using detail::int128, detail::uint128;

class Conversion : public on_executor {
 protected:
  template <class... T>
  void expect_edges() {
    (expect_edges_of<T>(), ...);
  }
  template <class T>
  void expect_edges_of() {
    SCOPED_TRACE(std::to_string(sizeof(T)) + (T(-1) < T(0) ? " bytes with a sign" : " bytes"));
    constexpr bool with_sign = T(-1) < T(0);
    const auto highest = static_cast<T>(~uint128{0} >> (128 - 8 * sizeof(T) + (with_sign ? 1 : 0)));
    const auto lowest = static_cast<T>(with_sign ? -highest - 1 : 0);
    for (const T value :
         {lowest, static_cast<T>(lowest + 1), T{0}, T{1}, static_cast<T>(highest - 1), highest}) {
      const gpu_bigint number = value;
      EXPECT_TRUE(number.fits<T>());
      EXPECT_EQ(static_cast<T>(number), value);
      EXPECT_TRUE(number == value);
      EXPECT_EQ(number <=> static_cast<T>(0), value <=> T{0});
    }
    const gpu_bigint above = gpu_bigint(highest) + 1, below = gpu_bigint(lowest) - 1;
    for (const gpu_bigint& number : {above, below, above << 1000, below << 1000, -above - 1}) {
      EXPECT_FALSE(number.fits<T>());
      EXPECT_THROW(static_cast<void>(static_cast<T>(number)), std::out_of_range);
    }
    EXPECT_GT(above, highest);
    EXPECT_LT(below, lowest);
    EXPECT_GT(above << 200, highest);
    EXPECT_LT(below << 200, lowest);
    EXPECT_FALSE(above == highest);
  }

  /// The value of type Real nearest to a. It keeps the highest bits of a, and one further bit that stands for
  /// the rest.
  template <class Real>
  static Real nearest_by_bits(const integer& a) {
    constexpr auto digits = static_cast<std::size_t>(std::numeric_limits<Real>::digits);
    integer magnitude;
    mpz_abs(magnitude.get(), a.get());
    const std::size_t length = magnitude.bit_length(), cut = length > digits ? length - digits : 0;
    integer kept = magnitude >> cut;
    const integer twice_rest = (magnitude - (kept << cut)) << 1, unit = integer(1) << cut;
    if (twice_rest > unit || (twice_rest == unit && mpz_odd_p(kept.get()))) kept = kept + integer(1);
    Real result = 0;
    for (std::size_t bit = kept.bit_length(); bit-- > 0;)
      result = 2 * result + static_cast<Real>(mpz_tstbit(kept.get(), bit));
    result = std::ldexp(result, static_cast<int>(cut));
    return a.sign() < 0 ? -result : result;
  }
  template <class Real>
  void expect_nearest(const integer& a) {
    EXPECT_EQ(static_cast<Real>(from_oracle(a)), nearest_by_bits<Real>(a))
        << brief(a) << " to " << std::numeric_limits<Real>::digits << " bits";
  }
  /// Integers around the midpoint of two values of the type. In some of them the lowest set bit is far below,
  /// in others it is close.
  template <class Real>
  void expect_rounded_to_even() {
    constexpr auto digits = static_cast<std::size_t>(std::numeric_limits<Real>::digits);
    for (const std::size_t bits :
         {digits - 1, digits, digits + 1, digits + 2, std::size_t{64}, std::size_t{65}, std::size_t{127}})
      for (const long ones : {0, 1, 2, 3})
        for (const long delta : {-1, 0, 1}) {
          const integer a = (integer(1) << (bits - 1)) +
                            (integer(ones) << (bits > digits ? bits - digits - 1 : 0)) + integer(delta);
          expect_nearest<Real>(a);
          expect_nearest<Real>(-a);
        }
    expect_nearest<Real>((integer(1) << 127) - integer(1));
    for (int round = 0; round < 30; ++round) expect_nearest<Real>(random_integer(random, 127));
    expect_nearest<Real>(0);
  }

  /// The double nearest to a, found by comparing the neighbours of the value that GMP truncates to.
  static double nearest(const integer& a) {
    if (a.sign() == 0) return 0;
    const double cut = mpz_get_d(a.get());
    const double away = std::nextafter(cut, a.sign() * std::numeric_limits<double>::infinity());
    if (std::isinf(away)) return cut;
    integer low, high;
    mpz_set_d(low.get(), cut);
    mpz_set_d(high.get(), away);
    const integer below = a - low, above = high - a;
    const int order = mpz_cmpabs(below.get(), above.get());
    if (order != 0) return order < 0 ? cut : away;
    return (std::bit_cast<std::uint64_t>(cut) & 1) == 0 ? cut : away;
  }
  void expect_double(const integer& a) {
    const double expected = nearest(a);
    const gpu_bigint x = from_oracle(a);
    EXPECT_EQ(static_cast<double>(x), expected) << brief(a);
    const auto [fraction, exponent] = frexp(x);
    EXPECT_EQ(std::ldexp(fraction, static_cast<int>(exponent)), expected) << brief(a);
    if (a.sign() != 0) {
      EXPECT_TRUE(std::fabs(fraction) >= 0.5 && std::fabs(fraction) < 1) << brief(a);
    }
  }
};

TEST_P(Conversion, EdgesOfEveryBuiltinInteger) {
  expect_edges<signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
               long long, unsigned long long, int128, uint128>();
}

TEST_P(Conversion, ABoolHoldsZeroAndOne) {
  for (const int value : {-1, 0, 1, 2, 255, 256}) {
    EXPECT_EQ(gpu_bigint(value).fits<bool>(), value == 0 || value == 1) << value;
    EXPECT_EQ(static_cast<bool>(gpu_bigint(value)), value != 0) << value;
  }
  EXPECT_FALSE((gpu_bigint(1) << 500).fits<bool>());
}

TEST_P(Conversion, ComparisonWithBuiltinIntegersOfAnyLength) {
  for (int round = 0; round < 50; ++round) {
    const integer a = random_integer(random, 200);
    const auto b = static_cast<long>(random.bits()) >> random.below(64);
    const gpu_bigint x = (from_oracle(a) + 1) - 1;
    EXPECT_EQ(x <=> b, mpz_cmp_si(a.get(), b) <=> 0) << brief(a) << ", " << b;
    EXPECT_EQ(b == x, mpz_cmp_si(a.get(), b) == 0) << brief(a) << ", " << b;
    EXPECT_EQ(b<x, mpz_cmp_si(a.get(), b)> 0) << brief(a) << ", " << b;
  }
}

TEST_P(Conversion, DoublesAreRoundedToTheNearestAndTheEven) {
  for (int round = 0; round < 60; ++round) expect_double(random_integer(random, 1000));
  for (const std::size_t bits : {53, 54, 55, 63, 64, 65, 118, 128, 129, 500, 960}) {
    const integer power = integer(1) << (bits - 1);
    for (const std::size_t last : {bits - 53, bits - 54})
      for (const long ones : {0, 1, 2, 3})
        for (const long delta : {-1, 0, 1}) {
          const integer a = power + (integer(ones) << (bits < 54 ? 0 : last)) + integer(delta);
          expect_double(a);
          expect_double(-a);
        }
    expect_double(power + power - integer(1));
  }
  expect_double(0);
}

TEST_P(Conversion, DoublesBeyondTheLargestAreInfinite) {
  const gpu_bigint largest(std::numeric_limits<double>::max());
  const gpu_bigint half_step = gpu_bigint(1) << (1023 - 53);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(static_cast<double>(largest), std::numeric_limits<double>::max());
  EXPECT_EQ(static_cast<double>(largest + half_step - 1), std::numeric_limits<double>::max());
  EXPECT_EQ(static_cast<double>(largest + half_step), infinity);
  EXPECT_EQ(static_cast<double>(-(largest << 5000)), -infinity);
  const auto [fraction, exponent] = frexp(largest << 1'000'000);
  EXPECT_EQ(exponent, 1'001'024);
  EXPECT_EQ(fraction, std::ldexp(std::numeric_limits<double>::max(), -1024));
}

TEST_P(Conversion, EveryFloatingPointTypeIsRoundedToTheNearestAndTheEven) {
  expect_rounded_to_even<float>();
  expect_rounded_to_even<double>();
  expect_rounded_to_even<long double>();
  for (const std::size_t bits : {128, 129, 191, 192, 193, 250, 256, 1000})
    for (const std::size_t last : {bits - 53, bits - 54, bits - 64, bits - 65})
      for (const long ones : {0, 1, 2, 3})
        for (const long delta : {-1, 0, 1}) {
          const integer a = (integer(1) << (bits - 1)) + (integer(ones) << last) + integer(delta);
          expect_nearest<double>(a);
          expect_nearest<long double>(-a);
        }
}

// Rounding to double first would create a tie between two floats, although the number itself is no tie.
TEST_P(Conversion, FloatsAreNotRoundedTwice) {
  const integer above_tie = (integer(1) << 100) + (integer(1) << 76) + integer(1);
  expect_nearest<float>(above_tie);
  EXPECT_NE(static_cast<float>(from_oracle(above_tie)), std::ldexp(1.0f, 100));
}

TEST_P(Conversion, FloatsBeyondTheLargestAreInfinite) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const gpu_bigint largest(std::numeric_limits<float>::max()), half_step = gpu_bigint(1) << (127 - 24);
  EXPECT_EQ(static_cast<float>(largest + half_step - 1), std::numeric_limits<float>::max());
  EXPECT_EQ(static_cast<float>(-(largest + half_step)), -infinity);
  EXPECT_EQ(static_cast<float>(largest << 1000), infinity);
  EXPECT_EQ(static_cast<long double>(gpu_bigint(1) << 1'000'000),
            std::numeric_limits<long double>::infinity());
  const gpu_bigint x(std::numeric_limits<long double>::max());
  EXPECT_EQ(static_cast<long double>(x), std::numeric_limits<long double>::max());
}

TEST_P(Conversion, OfFloatingPointTheIntegerPartRemains) {
  for (const double value : {0.0, -0.0, 0.99, -0.99, 1.0, 1.5, -1.5, 4503599627370495.5, 9007199254740993.0,
                             1e18, -1e19, 3e38, 1e300, 5e-324, std::numeric_limits<double>::max()}) {
    integer expected;
    mpz_set_d(expected.get(), value);
    EXPECT_TRUE(matches(gpu_bigint(value), expected)) << value;
    EXPECT_EQ(static_cast<double>(gpu_bigint(value)), std::trunc(value)) << value;
  }
  EXPECT_EQ(gpu_bigint(-2.5f), -2);
  EXPECT_EQ(gpu_bigint(18446744073709551615.0L), ~std::uint64_t{0});
  for (const double value : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(gpu_bigint{value}, std::domain_error);
    EXPECT_THROW(gpu_bigint{-value}, std::domain_error);
  }
}

TEST_P(Conversion, ComparisonWithFloatingPoint) {
  for (const double value : {0.0, 0.5, -0.5, 2.0, 2.5, -2.5, 1e17, 1e30})
    for (const long delta : {-1, 0, 1}) {
      integer a;
      mpz_set_d(a.get(), value);
      a = a + integer(delta);
      const gpu_bigint x = from_oracle(a);
      EXPECT_EQ(x <=> value, mpz_cmp_d(a.get(), value) <=> 0) << brief(a) << ", " << value;
      EXPECT_EQ(value == x, mpz_cmp_d(a.get(), value) == 0) << brief(a) << ", " << value;
    }
  const gpu_bigint huge = gpu_bigint(1) << 5000;
  EXPECT_LT(huge, std::numeric_limits<double>::infinity());
  EXPECT_GT(-huge, -std::numeric_limits<double>::infinity());
  EXPECT_FALSE(huge < std::nan("") || huge >= std::nan("") || huge == std::nan(""));
}

TEST_P(Conversion, EqualNumbersHaveEqualHashes) {
  const std::hash<gpu_bigint> hash;
  for (int round = 0; round < 20; ++round) {
    const integer a = random_integer(random, size({1 << 20, 1 << 16, 1 << 22}));
    const gpu_bigint x = from_oracle(a), wide = (x << 500) - (x << 500) + x;
    EXPECT_EQ(hash(x), hash(wide)) << brief(a);
    EXPECT_EQ(hash(x), hash(x.to(context(backend::host)))) << brief(a);
    EXPECT_NE(hash(x), hash(x + 1)) << brief(a);
    EXPECT_NE(hash(x), hash(flip_bit(x, random.below(1 << 20)))) << brief(a);
    if (a.sign() != 0) {
      EXPECT_NE(hash(x), hash(-x)) << brief(a);
      EXPECT_NE(hash(x), hash(x << 64)) << brief(a);
    }
  }
  const gpu_bigint a = 5;
  for (const gpu_bigint& zero : {gpu_bigint(0), a - a, -(a - a)}) EXPECT_EQ(hash(zero), hash(gpu_bigint()));
}

TEST_P(Conversion, NumbersAreKeysOfAnUnorderedSet) {
  std::unordered_set<gpu_bigint> seen;
  for (const long value : {3, -3, 0, 3}) seen.insert(gpu_bigint(value) << 100);
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_TRUE(seen.contains(gpu_bigint(-3) << 100));
}

TEST(ConversionRules, ConversionsAreExplicit) {
  static_assert(!std::is_convertible_v<gpu_bigint, int>);
  static_assert(!std::is_convertible_v<gpu_bigint, double>);
  static_assert(!std::is_convertible_v<double, gpu_bigint>);
  static_assert(std::is_constructible_v<gpu_bigint, double>);
  static_assert(std::is_constructible_v<int, gpu_bigint>);
  using limits = std::numeric_limits<gpu_bigint>;
  static_assert(limits::is_specialized && limits::is_integer && limits::is_signed && limits::is_exact);
  static_assert(!limits::is_bounded && !limits::is_modulo && limits::digits == 0 && limits::radix == 2);
  EXPECT_FALSE(limits::max());
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Conversion);

}  // namespace

}  // namespace gbi::test
