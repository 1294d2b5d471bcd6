/// \file
/// Inputs whose spectra are known without computation, and laws that hold for all inputs. These tests do not
/// rely on the reference transform.
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "tests/blocks/fixture.hpp"

namespace gbi::test {

namespace {

using point = std::complex<double>;

class FftProperty : public transforms_on_executor {
 protected:
  /// Short lengths, lengths around the limits between numbers of passes, and some of any size.
  std::vector<std::size_t> lengths() {
    std::vector<std::size_t> result{1, 2, 3, 7, 9, 15, 64, 960, 4096, 4608, 8192};
    for (int i = 0; i < 5; ++i) result.push_back(any_length(size({1 << 17, 1 << 17, 1 << 20})));
    return result;
  }

  /// exp(2 pi i f j / N), the backward transform of an impulse at frequency f.
  static std::vector<point> wave(std::size_t n, std::size_t frequency) {
    std::vector<point> result(n);
    for (std::size_t j = 0; j < n; ++j) result[j] = std::conj(point(root_of_unity(j * frequency % n, n)));
    return result;
  }

  static std::vector<point> impulse(std::size_t n, std::size_t at, double height) {
    std::vector<point> result(n);
    result[at] = height;
    return result;
  }
};

TEST_P(FftProperty, ZerosStayZeros) {
  for (const std::size_t n : lengths()) {
    const std::vector<point> zeros(n);
    EXPECT_EQ(fft(here(), zeros), zeros);
    EXPECT_EQ(inverse_fft(here(), zeros), zeros);
  }
}

TEST_P(FftProperty, AnImpulseAtZeroIsConstant) {
  for (const std::size_t n : lengths())
    EXPECT_EQ(fft(here(), impulse(n, 0, 1)), std::vector<point>(n, 1)) << n << " points";
}

// Cheap enough for every number of passes and every way to cut a length.
TEST_P(FftProperty, AnImpulseIsAWaveAtEveryLength) {
  for (const std::size_t n : lengths_up_to(size({1 << 20, 1 << 20, 1 << 23}))) {
    const std::size_t at = random.below(n);
    const std::vector<point> one = impulse(n, at, 1), rising = wave(n, at);
    std::vector<point> falling = rising;
    for (point& x : falling) x = std::conj(x);
    ASSERT_LE(relative_error(fft(here(), one), falling), rounding_bound<double>(n)) << n << " points";
    ASSERT_LE(relative_error(inverse_fft(here(), one), rising), rounding_bound<double>(n)) << n << " points";
    ASSERT_LE(relative_error(fft(here(), rising), impulse(n, at, static_cast<double>(n))),
              rounding_bound<double>(n))
        << n << " points";
  }
}

TEST_P(FftProperty, WavesAtTheEndsOfTheSpectrum) {
  for (const std::size_t n : lengths())
    for (const std::size_t frequency : {std::size_t{0}, n / 2, n - 1, std::size_t{random.below(n)}})
      EXPECT_LE(
          relative_error(fft(here(), wave(n, frequency)), impulse(n, frequency, static_cast<double>(n))),
          rounding_bound<double>(n))
          << n << " points, frequency " << frequency;
}

TEST_P(FftProperty, Linear) {
  for (const std::size_t n : lengths()) {
    const std::vector<point> x = points<double>(n), y = points<double>(n);
    const point a = points<double>(1)[0], b = points<double>(1)[0];
    std::vector<point> sum(n);
    for (std::size_t j = 0; j < n; ++j) sum[j] = a * x[j] + b * y[j];
    const std::vector<point> of_x = fft(here(), x), of_y = fft(here(), y);
    std::vector<extended> expected(n);
    double size_of_terms = 0, size_of_sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      expected[k] = times(extended(a), extended(of_x[k])) + times(extended(b), extended(of_y[k]));
      size_of_terms += std::norm(a * of_x[k]) + std::norm(b * of_y[k]);
      size_of_sum += std::norm(point(expected[k]));
    }
    // If terms cancel, their errors remain.
    EXPECT_LE(relative_error(fft(here(), sum), expected),
              4 * rounding_bound<double>(n) * std::sqrt(1 + size_of_terms / size_of_sum))
        << n << " points";
  }
}

// Parseval's theorem: |X|^2 = N |x|^2.
TEST_P(FftProperty, KeepsTheNorm) {
  for (const std::size_t n : lengths()) {
    const std::vector<point> x = points<double>(n), spectrum = fft(here(), x);
    long double before = 0, after = 0;
    for (std::size_t j = 0; j < n; ++j) {
      before += std::norm(extended(x[j]));
      after += std::norm(extended(spectrum[j]));
    }
    EXPECT_NEAR(static_cast<double>(after / (before * static_cast<long double>(n))), 1,
                2 * rounding_bound<double>(n))
        << n << " points";
  }
}

// Shifting the values rotates the frequencies: X_k exp(2 pi i k s / N).
TEST_P(FftProperty, AShiftTurnsTheSpectrum) {
  for (const std::size_t n : lengths()) {
    const std::vector<point> x = points<double>(n);
    const std::size_t shift = random.below(n);
    std::vector<point> shifted(n), expected = fft(here(), x);
    const std::vector<point> circle_roots = wave(n, shift);
    for (std::size_t j = 0; j < n; ++j) {
      shifted[j] = x[(j + shift) % n];
      expected[j] *= circle_roots[j];
    }
    EXPECT_LE(relative_error(fft(here(), shifted), expected), 3 * rounding_bound<double>(n))
        << n << " points, shift " << shift;
  }
}

// The transform of large values must not overflow unless its result does.
TEST_P(FftProperty, NeitherLargeNorSmallValuesAreLost) {
  for (const std::size_t n : lengths())
    for (const double magnitude : {0x1p+990, 0x1p-970}) {
      std::vector<point> x = points<double>(n);
      for (point& value : x) value *= magnitude;
      std::vector<point> spectrum = fft(here(), x);
      for (point& value : spectrum) value /= magnitude;
      for (point& value : x) value /= magnitude;
      EXPECT_LE(relative_error(spectrum, reference_fft(n)(x)), rounding_bound<double>(n)) << n << " points";
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(FftProperty);

}  // namespace

}  // namespace gbi::test
