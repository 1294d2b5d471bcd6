/// \file
/// The bound is the sum that docs/rounding.md derives, written out here for some lengths, and the limits of
/// verified digits are the documented ones. Measured errors are far below the bound, so no other test would
/// notice a bound that is too small.
#include "src/plan/error_bound.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/fft/digits.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::test {

namespace {

using plan::error_constant, plan::fft_form, plan::fft_shape, plan::shape_of;

// Errors in units of u, from the document.
const double product = std::sqrt(5), entry = 1 / std::sqrt(2) + 0.002, sum = 1 / std::sqrt(2);
const double fine = std::sqrt(1.0 / 16 + 1.0 / 256) + 0.002, turn = entry + sum + 0.4 * product + fine;
const double inner_root = entry + product, between_stages = 2 * entry + 2 * product;
const double factor_between_passes = turn + entry + product;
const double between_passes = 2 * factor_between_passes + 2 * product;
const double twist = inner_root;

double right_angle(double transform) {
  return 3 * transform + 3 * twist + product + 2;
}

TEST(ErrorConstant, IsTheSumOfTheDocument) {
  // Radix 4, radix 16.
  const double t6 = 6 + inner_root + between_stages;
  // Three times radix 16.
  const double t12 = 12 + 3 * inner_root + 2 * between_stages;
  // Radix 8, radix 16. The first stage has an irrational root, too.
  const double t7 = 7 + 2 * inner_root + between_stages;
  const double t8 = 8 + 2 * inner_root + between_stages;
  const double t9 = 9 + 2 * inner_root + 2 * between_stages;
  // Columns with an odd factor: its butterfly, twiddles, then stages for the rest.
  const auto prime = [](int p) { return std::sqrt(2 * p) * ((p - 1) / 2 + 5); };
  const double t16 = 4 + inner_root, t32 = 5 + inner_root + between_stages;
  const double t144 = 2 * prime(3) + inner_root + between_stages + t16;
  const double t240 = prime(3) + prime(5) + between_stages + t16;
  const double t192 = prime(3) + between_stages + t6, t160 = prime(5) + between_stages + t32,
               t224 = prime(7) + between_stages + t32;
  const auto expect = [](const fft_shape& shape, double expected) {
    EXPECT_NEAR(error_constant(shape), expected, 1e-3 * expected) << shape.points;
    EXPECT_GE(error_constant(shape), expected) << shape.points << ": terms are rounded upwards";
  };
  expect(shape_of(1 << 6), right_angle(t6));
  expect(shape_of(1 << 7), right_angle(t7));
  expect(shape_of(1 << 12), right_angle(t12));
  expect({4096, 1, {64, 1}, 64}, right_angle(2 * t6 + between_passes));
  expect({144 * 256, 1, {144, 1}, 256}, right_angle(t144 + t8 + between_passes));
  expect({240 * 64, 1, {240, 1}, 64}, right_angle(t240 + t6 + between_passes));
  expect({192 * 64, 1, {192, 1}, 64}, right_angle(t192 + t6 + between_passes));
  expect({160 * 64, 1, {160, 1}, 64}, right_angle(t160 + t6 + between_passes));
  expect({224 * 64, 1, {224, 1}, 64}, right_angle(t224 + t6 + between_passes));
  expect(shape_of(1 << 24), right_angle(t7 + t8 + t9 + 2 * between_passes));
  expect(shape_of(1 << 28), right_angle(t8 + t8 + t12 + 2 * between_passes));
}

TEST(ErrorConstant, OfPlainFormsIsTheSumOfTheDocument) {
  const fft_shape shape{1 << 6, 0, {1, 1}, 1 << 6};
  const double transform = 6 + inner_root + between_stages;
  EXPECT_NEAR(error_constant(shape, fft_form::complex), 3 * transform + product + 2, 0.01);
  const double any_circle_root = entry + 1 + 2 * product + std::sqrt(1.25) + 0.003;
  const double spectrum = 2 + any_circle_root + product;
  EXPECT_NEAR(error_constant(shape, fft_form::packed_real), 4 * (transform + spectrum) + product + 2, 0.01);
  for (const fft_form form : {fft_form::complex, fft_form::packed_real})
    for (const fft_shape& any : plan::fft_shapes(form)) EXPECT_GT(error_constant(any, form), 0) << any.points;
}

TEST(ErrorConstant, IsTheRoundedOneOfTheDocument) {
  EXPECT_EQ(std::lround(error_constant(shape_of(1 << 6))), 58);
  EXPECT_EQ(std::lround(error_constant(shape_of(1 << 24))), 302);
  EXPECT_EQ(std::lround(error_constant(shape_of(1 << 28))), 323);
}

TEST(IsExact, StopsAtTheBound) {
  // K u sqrt(m n) 4^(b-1) < 0.4999
  for (const fft_shape& shape : plan::fft_shapes())
    for (int bits = 4; bits <= 24; bits += 5) {
      const double most = 0.4999 / (error_constant(shape) * 0x1p-53 * std::ldexp(1.0, 2 * (bits - 1)));
      const double below = std::floor(most * 0.999), above = std::ceil(most * 1.001);
      if (below < 1000 || above > 0x1p40) continue;
      EXPECT_TRUE(
          plan::is_exact(shape, bits, static_cast<std::uint64_t>(below), static_cast<std::uint64_t>(below)));
      EXPECT_FALSE(
          plan::is_exact(shape, bits, static_cast<std::uint64_t>(above), static_cast<std::uint64_t>(above)));
    }
}

TEST(ExpectedError, IsEightStandardDeviations) {
  for (const int n : {13, 20, 28}) {
    const double points = std::ldexp(1.0, n);
    // sigma = F u |x| |y| / sqrt(2 N), F = 1.21 (log2 N)^0.51; digits of the largest variance, B^2 / 4
    const double norms = points * std::ldexp(1.0, 2 * 17) / 4;
    const double sigma = 1.21 * std::pow(n, 0.51) * 0x1p-53 * norms / std::sqrt(2 * points);
    const auto count = static_cast<std::uint64_t>(points);
    EXPECT_NEAR(plan::expected_error(count, 17, count, count, false) / sigma, 8, 1e-9);
    EXPECT_NEAR(plan::expected_error(count, 17, count, count, true) / sigma, 8 * std::sqrt(2), 1e-9);
  }
}

TEST(IsTrusted, StopsAtBothLimits) {
  for (const bool square : {false, true})
    for (int bits = 14; bits <= 24; ++bits)
      for (std::uint64_t digits = 64; digits < std::uint64_t{1} << 36; digits += digits / 8) {
        const double coefficient = std::sqrt(static_cast<double>(digits)) * std::ldexp(1.0, 2 * bits) / 4 *
                                   (square ? std::sqrt(2) : 1);
        const double error = plan::expected_error(digits, bits, digits, digits, square);
        EXPECT_EQ(plan::is_trusted(digits, bits, digits, digits, square),
                  6 * coefficient < 0x1p49 && error < 0.3)
            << digits << ", " << bits;
        EXPECT_EQ(plan::is_trusted(digits, bits, digits, digits, square, plan::trust::if_repaired),
                  5 * coefficient < 0x1p49 && error < 0.4)
            << digits << ", " << bits;
      }
}

TEST(Monitor, HasTheDocumentedLimits) {
  const auto from_upper_half = [](std::uint64_t half) { return std::bit_cast<double>(half << 32); };
  EXPECT_NEAR(from_upper_half(kernels::distrusted_distance), 0.4, 1e-6);
  EXPECT_EQ(from_upper_half(kernels::distrusted_coefficient), 0x1p49);
  EXPECT_EQ(kernels::nearest_shift, 3 * 0x1p51);
}

}  // namespace

}  // namespace gbi::test
