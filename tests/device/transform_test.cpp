/// \file
/// Transforms of a block against their sums in extended precision. nvcc compiles this source, too.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/device/run.hpp"

namespace gbi::test {

namespace {

using DeviceTransform = device_fixture;
using extended = std::complex<long double>;

template <class Real>
struct transform_arguments {
  const device::complex<Real>*roots, *x;
  device::complex<Real>*spectrum, *product, *real_spectrum, *real_product;
  std::uint32_t rows;
};

/// A convolution of every row with itself: of its complex numbers, and of twice as many real ones.
template <class Real, int Points, int Rows, class Block>
struct transform_kernel : device::transform<Real, Points, Rows>::template kernel<transform_arguments<Real>> {
  using fft = device::transform<Real, Points, Rows>;
  using number = typename fft::number;
  GBI_DEVICE static void run(Block& block, typename fft::memory& shared,
                             const transform_arguments<Real>& args) {
    const auto place = [&](int row, int j) {
      return (std::uint64_t{block.index()} * Rows + static_cast<unsigned>(row)) * Points +
             static_cast<unsigned>(j);
    };
    const auto exists = [&](int row) {
      return block.index() * Rows + static_cast<unsigned>(row) < args.rows;
    };
    const auto load = [&](int row, int j) { return exists(row) ? args.x[place(row, j)] : number{0, 0}; };
    const auto store_to = [&](number* to) {
      return [=](int row, int j, const number& z) {
        if (exists(row)) to[place(row, j)] = z;
      };
    };
    typename fft::template spectrum<Block> x;
    fft::forward(block, shared, args.roots, x, load);
    fft::each(block, x, store_to(args.spectrum));
    fft::each(block, x, [](int, int, number& z) { z = z * z; });
    fft::backward(block, shared, args.roots, x, store_to(args.product));

    fft::forward_real(block, shared, args.roots, x, load);
    fft::each(block, x, store_to(args.real_spectrum));
    fft::each(block, x, [](int, int k, number& z) {
      z = k == 0 ? number{z.re * z.re, z.im * z.im} : z * z;  // two real frequencies
    });
    fft::backward_real(block, shared, args.roots, x, store_to(args.real_product));
  }
};

/// The transform of n numbers at some frequency.
extended frequency(const std::vector<extended>& x, std::size_t k) {
  const std::size_t n = x.size();
  extended sum = 0;
  for (std::size_t j = 0; j < n; ++j)
    sum += x[j] * std::polar(1.0L, -2 * std::numbers::pi_v<long double> *
                                       static_cast<long double>(j * k % n) / static_cast<long double>(n));
  return sum;
}
/// n times number j of the cyclic convolution of x with itself.
extended convolution(const std::vector<extended>& x, std::size_t j) {
  const std::size_t n = x.size();
  extended sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * x[(j + n - i) % n];
  return sum * static_cast<long double>(n);
}

template <class Real, int Points, int Rows>
void test_transforms() {
  SCOPED_TRACE(testing::Message() << Rows << " rows of " << Points << " points of " << sizeof(Real)
                                  << " bytes");
  using fft = device::transform<Real, Points, Rows>;
  using number = device::complex<Real>;
  random_source random(test_seed());
  const std::size_t rows = 2 * Rows - (Rows > 1 ? 1 : 0), count = rows * Points;
  const auto roots = device::transform_roots<Real>();
  device::vector<number> x(count), spectrum(count), product(count), real_spectrum(count), real_product(count);
  const auto drawn = [&] { return static_cast<Real>(static_cast<double>(random.below(2001)) - 1000) / 1000; };
  for (number& z : x) z = {drawn(), drawn()};
  const long double some = 100 * static_cast<long double>(std::numeric_limits<Real>::epsilon());
  const auto expect_near = [](const char* what, extended expected, const number& z, long double bound) {
    EXPECT_LE(std::abs(expected - extended(z.re, z.im)), bound) << what;
  };
  run_everywhere<transform_kernel<Real, Points, Rows, device::block<fft::threads>>,
                 transform_kernel<Real, Points, Rows, other_block<fft::threads>>>(
      (static_cast<std::uint32_t>(rows) + Rows - 1) / Rows,
      {roots.data(), x.data(), spectrum.data(), product.data(), real_spectrum.data(), real_product.data(),
       static_cast<std::uint32_t>(rows)},
      [&] {
        for (std::size_t row = 0; row < rows; ++row) {
          std::vector<extended> z, real;
          for (std::size_t j = 0; j < Points; ++j) {
            const number& point = x[row * Points + j];
            z.emplace_back(point.re, point.im);
            real.emplace_back(point.re);
            real.emplace_back(point.im);
          }
          const long double n = Points, bound = some * std::sqrt(n);
          for (int sample = 0; sample < 8; ++sample) {
            const std::size_t k = sample == 0 ? 0 : random.below(Points), at = row * Points + k;
            expect_near("frequency", frequency(z, k), spectrum[at], bound);
            expect_near("product", convolution(z, k), product[at], bound * n);
            const extended last = extended(0, 1) * frequency(real, Points);
            expect_near("real frequency", frequency(real, k) + (k == 0 ? last : extended(0)),
                        real_spectrum[at], 2 * bound);
            const extended odd = extended(0, 1) * convolution(real, 2 * k + 1);
            expect_near("real product", convolution(real, 2 * k) + odd, real_product[at], 4 * bound * n);
          }
        }
      });
}

TEST_F(DeviceTransform, AgreesWithSums) {
  test_transforms<double, 32, 16>();
  test_transforms<double, 256, 4>();
  test_transforms<double, 1024, 1>();
  test_transforms<double, 4096, 1>();
  test_transforms<float, 64, 16>();
  test_transforms<float, 512, 1>();
  test_transforms<float, 2048, 1>();
}

}  // namespace

}  // namespace gbi::test
