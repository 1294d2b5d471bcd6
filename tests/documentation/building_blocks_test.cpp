/// \file
/// The samples of docs/building_blocks.md.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu_bigint.hpp"

namespace {

using integers = std::vector<std::int64_t>;

TEST(building_blocks, scan) {
  const std::vector<std::int64_t> values{3, 1, 4, 1, 5, 9, 2, 6};
  const std::vector<std::int64_t> sums = gbi::scan(values);
  const std::vector<std::int64_t> maxima = gbi::scan(values, {.operation = gbi::scan_operation::maximum});
  const std::vector<std::int64_t> before = gbi::scan(values, {.kind = gbi::scan_kind::exclusive});
  EXPECT_EQ(sums, (integers{3, 4, 8, 9, 14, 23, 25, 31}));
  EXPECT_EQ(maxima, (integers{3, 3, 4, 4, 5, 9, 9, 9}));
  EXPECT_EQ(before, (integers{0, 3, 4, 8, 9, 14, 23, 25}));

  const std::vector<std::int64_t> rows = gbi::scan(values, {.batch = 2});  // two rows of four
  EXPECT_EQ(rows, (integers{3, 4, 8, 9, 5, 14, 16, 22}));
}

TEST(building_blocks, transform) {
  const std::size_t points = gbi::fft_length(1000);  // 1024
  std::vector<std::complex<double>> signal(points);
  signal[1] = 1;
  const auto spectrum = gbi::fft(gbi::context::current(), signal);
  const auto again = gbi::inverse_fft(gbi::context::current(), spectrum);  // points times the signal
  EXPECT_EQ(points, 1024u);
  EXPECT_NEAR(std::abs(spectrum[17]), 1, 1e-12);
  EXPECT_NEAR(again[1].real(), static_cast<double>(points), 1e-9);
}

TEST(building_blocks, normalize) {
  const std::vector<std::int64_t> coefficients{-1, 0, 0, 0, 1};  // 2^64 - 1 in digits of 16 bits
  const std::vector<std::uint64_t> limbs = gbi::normalize(coefficients, 16, 2);
  EXPECT_EQ(limbs, (std::vector<std::uint64_t>{~std::uint64_t{0}, 0}));
}

std::vector<std::uint64_t> product_of_digits(const std::vector<std::uint16_t>& a,
                                             const std::vector<std::uint16_t>& b) {
  const gbi::context here = gbi::context::current();
  const std::size_t points = gbi::fft_length(a.size() + b.size());
  std::vector<std::complex<double>> x(a.begin(), a.end()), y(b.begin(), b.end());
  x.resize(points);
  y.resize(points);
  x = gbi::fft(here, x);
  y = gbi::fft(here, y);
  for (std::size_t k = 0; k < points; ++k) x[k] *= y[k];
  x = gbi::inverse_fft(here, x);
  std::vector<std::int64_t> coefficients(points);
  for (std::size_t k = 0; k < points; ++k)
    coefficients[k] = std::llround(x[k].real() / static_cast<double>(points));
  return gbi::normalize(coefficients, 16, points / 4 + 2);
}

TEST(building_blocks, make_a_product) {
  gbi::random_engine random{3};
  const gbi::gpu_bigint a = random.bits(16 * 500), b = random.bits(16 * 300);
  const auto digits = [](const gbi::gpu_bigint& number) {
    std::vector<std::uint16_t> result;
    for (const std::uint64_t limb : number.to_limbs())
      for (int part = 0; part < 4; ++part) result.push_back(static_cast<std::uint16_t>(limb >> (16 * part)));
    return result;
  };
  EXPECT_EQ(gbi::gpu_bigint::from_limbs(product_of_digits(digits(a), digits(b))), a * b);
}

}  // namespace
