/// \file
/// Conversions between short and floating-point numbers, against roundings by GMP's integers.
#include "src/words/convert.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include "tests/words/guarded.hpp"
#include "tests/words/operands.hpp"

namespace gbi::test {

namespace {

template <class Real>
class WordsFloating : public testing::Test {};
using reals = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(WordsFloating, reals);

/// fraction and exponent by a division by a power of two and its remainder.
template <class Real>
words::scaled<Real> rounded(const std::vector<limb>& a) {
  constexpr std::size_t digits = std::numeric_limits<Real>::digits;
  mpz_t view, head, tail, half;
  mpz_roinit_n(view, a.data(), static_cast<mp_size_t>(a.size()));
  if (mpz_sgn(view) == 0) return {0, 0};
  const std::size_t length = mpz_sizeinbase(view, 2), dropped = length > digits ? length - digits : 0;
  mpz_inits(head, tail, half, nullptr);
  mpz_tdiv_q_2exp(head, view, dropped);
  mpz_tdiv_r_2exp(tail, view, dropped);
  if (dropped > 0) {
    mpz_setbit(half, dropped - 1);
    const int order = mpz_cmp(tail, half);
    if (order > 0 || (order == 0 && mpz_odd_p(head))) mpz_add_ui(head, head, 1);
  }
  const std::size_t new_length = mpz_sizeinbase(head, 2);
  if (new_length > digits) mpz_tdiv_q_2exp(head, head, 1);  // a power of two
  const auto value = static_cast<Real>(mpz_get_ui(head));
  const auto exponent = static_cast<std::int64_t>(new_length + dropped);
  mpz_clears(head, tail, half, nullptr);
  int own = 0;
  return {std::frexp(value, &own), exponent};
}

TYPED_TEST(WordsFloating, RoundsToNearestEven) {
  using real = TypeParam;
  random_source random(test_seed());
  for (int round = 0; round < 30000; ++round) {
    std::vector<limb> a = words_operand(random, 400);
    if (random.coin()) {  // at a tie, or one off
      a.assign(random.log_uniform(1, 20), 0);
      a.back() = random.bits() >> random.below(64);
      mpz_t view, value;
      mpz_init(value);
      mpz_roinit_n(view, a.data(), static_cast<mp_size_t>(a.size()));
      const std::size_t length = mpz_sizeinbase(view, 2), digits = std::numeric_limits<real>::digits;
      mpz_set(value, view);
      if (length > digits) {
        mpz_fdiv_q_2exp(value, value, length - digits);
        mpz_mul_2exp(value, value, length - digits);
        if (random.coin()) mpz_sub_ui(value, value, 1);
        mpz_setbit(value, length - digits - 1);
        const std::uint64_t side = random.below(3);
        if (side == 0) mpz_add_ui(value, value, 1);
        if (side == 1) mpz_sub_ui(value, value, 1);
      }
      a.assign(mpz_limbs_read(value), mpz_limbs_read(value) + mpz_size(value));
      mpz_clear(value);
    }
    const words::scaled<real> own = words::frexp<real>(a.data(), a.size()), expected = rounded<real>(a);
    ASSERT_EQ(own.fraction, expected.fraction) << a.size() << " limbs";
    ASSERT_EQ(own.exponent, expected.exponent) << a.size() << " limbs";
    ASSERT_EQ(words::to_floating<real>(a.data(), a.size()),
              std::ldexp(expected.fraction, static_cast<int>(expected.exponent)));
  }
}

TYPED_TEST(WordsFloating, TruncatesFractions) {
  using real = TypeParam;
  random_source random(test_seed());
  for (int round = 0; round < 30000; ++round) {
    constexpr auto most = static_cast<std::uint64_t>(std::min(std::numeric_limits<real>::max_exponent, 3000));
    const int exponent = static_cast<int>(random.below(most + 20)) - 20;
    const real fraction = std::ldexp(static_cast<real>(random.bits() >> random.below(64)), -limb_bits);
    real value = std::ldexp(fraction, exponent);
    if (!std::isfinite(value)) value = std::numeric_limits<real>::max();
    guarded<limb> out(words::size_of_floating(value));
    const std::size_t n = words::from_floating(out.data(), random.coin() ? value : -value);
    ASSERT_EQ(n, out.size());
    ASSERT_TRUE(n == 0 || out.data()[n - 1] != 0);
    ASSERT_EQ(words::to_floating<real>(out.data(), n), std::trunc(value)) << static_cast<double>(value);
  }
}

}  // namespace

}  // namespace gbi::test
