/// \file
/// Transforms of real numbers against the reference transform of the same numbers as complex ones.
#include <stdexcept>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "tests/blocks/fixture.hpp"

namespace gbi::test {

namespace {

/// Frequencies 0 to N/2 of the reference.
template <class Real>
std::vector<extended> half_spectrum(const reference_fft& reference, const std::vector<Real>& values) {
  std::vector<extended> result = reference(std::vector<std::complex<Real>>(values.begin(), values.end()));
  result.resize(values.size() / 2 + 1);
  return result;
}

template <class Real>
std::vector<Real> scaled_numbers(std::vector<Real> values, std::size_t factor) {
  for (Real& x : values) x *= static_cast<Real>(factor);
  return values;
}

class RealFft : public transforms_on_executor {
 protected:
  /// N real numbers per problem, forward and back. A stride of 0 means contiguous problems. In place, the
  /// spectrum's stride applies to both.
  template <class Real>
  void check(std::size_t n, fft_options options, bool in_place) {
    using complex = std::complex<Real>;
    if (options.spectrum_stride == 0) options.spectrum_stride = n / 2 + 1;
    if (in_place) options.value_stride = 2 * options.spectrum_stride;
    if (options.value_stride == 0) options.value_stride = n;
    SCOPED_TRACE(described(n, options, in_place));
    guarded_memory<Real> values(executor(), options.value_stride, options.batch);
    guarded_memory<Real> elsewhere(executor(), 2 * options.spectrum_stride, options.batch);
    guarded_memory<Real>& spectrum = in_place ? values : elsewhere;
    std::vector<std::vector<Real>> x(options.batch);
    for (auto& problem : x) problem = numbers<Real>(n);

    values.write(x);
    real_fft(here(), values.numbers(), spectrum.points(), n, options);
    std::vector<std::vector<complex>> transformed = spectrum.template read<complex>(n / 2 + 1);
    elsewhere.expect_unchanged();
    const reference_fft reference(n);
    const double bound = rounding_bound<Real>(n) + 2 * unit_roundoff<Real>;  // one more pass
    for (std::size_t g = 0; g < options.batch; ++g) {
      ASSERT_LE(
          relative_error(by_frequency(transformed[g], n / 2, options.order), half_spectrum(reference, x[g])),
          bound)
          << "forward, problem " << g;
    }

    if (!in_place) {
      values.expect_unchanged();
      values.write(std::vector(options.batch, std::vector<Real>(n)));
    }
    // Both ends of the spectrum of real numbers are real. Imaginary parts written there must be ignored.
    for (auto& problem : transformed) {
      problem[0].imag(any_number<Real>() * static_cast<Real>(n));
      problem[n / 2].imag(any_number<Real>() * static_cast<Real>(n));
    }
    spectrum.write(transformed);
    inverse_real_fft(here(), spectrum.points(), values.numbers(), n, options);
    // In place, the two numbers after the values held the spectrum's end. They may hold anything.
    const auto back = values.template read<Real>(in_place ? n + 2 : n);
    elsewhere.expect_unchanged();
    for (std::size_t g = 0; g < options.batch; ++g) {
      const std::vector<Real> found(back[g].begin(), back[g].begin() + static_cast<std::ptrdiff_t>(n));
      ASSERT_LE(relative_error(found, scaled_numbers(x[g], n)), 2 * bound) << "inverse, problem " << g;
    }
  }

  template <class Real>
  void check_every_length() {
    for (const std::size_t half : lengths_up_to(size({1 << 13, 1 << 13, 1 << 13})))
      for (const fft_order order : orders) {
        check<Real>(2 * half, {.order = order}, random.coin());
        if (HasFatalFailure()) return;
      }
  }

  template <class Real>
  void check_passes() {
    const std::size_t longest = size({1 << 19, 1 << 19, 1 << 23});
    for (const std::size_t half :
         {1 << 12, 1 << 13, 1 << 14, 1 << 19, 1 << 21, 1 << 23, 3 << 11, 3 << 17, 5 << 10, 5 << 16, 7 << 10,
          7 << 18, 9 << 9, 9 << 15, 15 << 9, 15 << 14, 15 << 18}) {
      if (half > longest) continue;
      check<Real>(2 * std::size_t{half}, {.order = any_order()}, random.coin());
      if (HasFatalFailure()) return;
    }
  }

  template <class Real>
  void check_batches() {
    for (const std::size_t batch : {1, 2, 3, 31, 33, 100})
      for (const fft_order order : orders)
        for (const bool in_place : {false, true})
          for (int round = 0; round < 2; ++round) {
            const std::size_t n = 2 * any_length(size({1 << 17, 1 << 15, 1 << 21}) / batch);
            // Every problem of a batch is aligned to a pair of numbers.
            check<Real>(n,
                        {.order = order,
                         .batch = batch,
                         .value_stride = n + 2 * random.below(6),
                         .spectrum_stride = n / 2 + 1 + random.below(6)},
                        in_place);
            if (HasFatalFailure()) return;
          }
  }
};

TEST_P(RealFft, EveryLengthInDouble) {
  check_every_length<double>();
}
TEST_P(RealFft, EveryLengthInFloat) {
  check_every_length<float>();
}

TEST_P(RealFft, PassesInDouble) {
  check_passes<double>();
}
TEST_P(RealFft, PassesInFloat) {
  check_passes<float>();
}

TEST_P(RealFft, BatchesInDouble) {
  check_batches<double>();
}
TEST_P(RealFft, BatchesInFloat) {
  check_batches<float>();
}

// Both ends of the spectrum are sums of all numbers, with equal and with alternating signs.
TEST_P(RealFft, EndsOfTheSpectrum) {
  for (const std::size_t n : {std::size_t{2}, std::size_t{6}, std::size_t{960}, std::size_t{3} << 12}) {
    guarded_memory<double> values(executor(), n, 1), spectrum(executor(), n + 2, 1);
    std::vector<double> x(n);
    double sum = 0, alternating = 0;
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = static_cast<double>(random.below(1000));
      sum += x[j];
      alternating += j % 2 == 0 ? x[j] : -x[j];
    }
    values.write(std::vector<std::vector<double>>{x});
    real_fft(here(), values.numbers(), spectrum.points(), n);
    const auto found = spectrum.read<std::complex<double>>(n / 2 + 1)[0];
    const double error = rounding_bound<double>(n) * static_cast<double>(n) * 1000;
    EXPECT_NEAR(found[0].real(), sum, error) << n << " points";
    EXPECT_NEAR(found[n / 2].real(), alternating, error) << n << " points";
    EXPECT_NEAR(found[0].imag(), 0, error) << n << " points";
    EXPECT_NEAR(found[n / 2].imag(), 0, error) << n << " points";
  }
}

TEST_P(RealFft, RefusesWhatCannotBe) {
  using complex = std::complex<double>;
  const memory_of_refused memory(executor());
  const auto [x, y] = memory.pointers();
  const auto both_refuse = refusing([&](auto... given) { real_fft(here(), given...); },
                                    [&](auto... given) { inverse_real_fft(here(), given...); });
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{22}, std::size_t{90}, 4 * longest_fft})
    for (const std::size_t batch : {0, 1}) both_refuse(x, y, n, {.batch = batch});
  both_refuse(x, y, 16, {.batch = 2, .value_stride = 14});
  both_refuse(x, y, 16, {.batch = 2, .spectrum_stride = 8});
  both_refuse(x, reinterpret_cast<complex*>(x + 2), 16, {});  // overlap
  both_refuse(x, reinterpret_cast<complex*>(x), 16, {.batch = 2, .value_stride = 16, .spectrum_stride = 9});
  both_refuse(x, reinterpret_cast<complex*>(x), 16, {.batch = 2, .value_stride = 20, .spectrum_stride = 9});
  both_refuse(x + 1, y, 16, {});
  both_refuse(x, reinterpret_cast<complex*>(x + 129), 16, {});
  both_refuse(x, y, 16, {.batch = 2, .value_stride = 17});  // misaligned second problem
  both_refuse(x, y, 2, {.batch = std::size_t{1} << 32});
  EXPECT_NO_THROW(real_fft(here(), x, reinterpret_cast<complex*>(x), 16,
                           {.batch = 2, .value_stride = 18, .spectrum_stride = 9}));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(RealFft);

}  // namespace

}  // namespace gbi::test
