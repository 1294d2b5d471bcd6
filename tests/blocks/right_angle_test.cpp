/// \file
/// Right-angle transforms: against their definition, and in their use for products of polynomials without
/// zero padding.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "tests/blocks/fixture.hpp"

namespace gbi::test {

namespace {

/// X_k = sum_j (x_j - i x_(j+N)) w^j exp(-2 pi i j k / N), w = exp(-2 pi i / 4N)
template <class Real>
std::vector<extended> right_angle_reference(const reference_fft& transform, const std::vector<Real>& values) {
  const std::size_t n = values.size() / 2;
  std::vector<extended> turned(n);
  for (std::size_t j = 0; j < n; ++j)
    turned[j] = times(extended(values[j], -values[j + n]), root_of_unity(j, 4 * n));
  return transform(turned);
}

/// The product of two polynomials with 2N coefficients modulo z^N + i. As z^2N = -1, its 2N real coefficients
/// are those of the product modulo z^2N + 1.
std::vector<std::int64_t> exact_product(const std::vector<std::int64_t>& a,
                                        const std::vector<std::int64_t>& b) {
  const std::size_t count = a.size();
  std::vector<std::int64_t> result(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      if (i + j < count)
        result[i + j] += a[i] * b[j];
      else
        result[i + j - count] -= a[i] * b[j];
  return result;
}

class RightAngleFft : public transforms_on_executor {
 protected:
  /// 2N real numbers per problem, forward and back. A stride of 0 means contiguous problems.
  template <class Real>
  void check(std::size_t n, fft_options options) {
    using complex = std::complex<Real>;
    if (options.value_stride == 0) options.value_stride = 2 * n;
    if (options.spectrum_stride == 0) options.spectrum_stride = n;
    SCOPED_TRACE(described(n, options, false));
    guarded_memory<Real> values(executor(), options.value_stride, options.batch);
    guarded_memory<Real> spectrum(executor(), 2 * options.spectrum_stride, options.batch);
    std::vector<std::vector<Real>> x(options.batch);
    for (auto& problem : x) problem = numbers<Real>(2 * n);

    values.write(x);
    right_angle_fft(here(), values.numbers(), spectrum.points(), n, options);
    const auto transformed = spectrum.template read<complex>(n);
    values.expect_unchanged();
    const reference_fft reference(n);
    const double bound = rounding_bound<Real>(n) + 2 * unit_roundoff<Real>;  // one more twist
    for (std::size_t g = 0; g < options.batch; ++g)
      ASSERT_LE(relative_error(by_frequency(transformed[g], n, options.order),
                               right_angle_reference(reference, x[g])),
                bound)
          << "forward, problem " << g;

    values.write(std::vector(options.batch, std::vector<Real>(2 * n)));
    inverse_right_angle_fft(here(), spectrum.points(), values.numbers(), n, options);
    const auto back = values.template read<Real>(2 * n);
    spectrum.expect_unchanged();
    for (std::size_t g = 0; g < options.batch; ++g) {
      std::vector<Real> expected = x[g];
      for (Real& value : expected) value *= static_cast<Real>(n);
      ASSERT_LE(relative_error(back[g], expected), 2 * bound) << "inverse, problem " << g;
    }
  }

  template <class Real>
  void check_every_length() {
    for (const std::size_t n : lengths_up_to(size({1 << 13, 1 << 13, 1 << 13})))
      for (const fft_order order : orders) {
        check<Real>(n, {.order = order});
        if (HasFatalFailure()) return;
      }
  }

  template <class Real>
  void check_passes() {
    const std::size_t longest = size({1 << 19, 1 << 19, 1 << 23});
    for (const std::size_t n : {1 << 14, 1 << 19, 1 << 21, 1 << 23, 3 << 12, 3 << 17, 5 << 11, 5 << 16,
                                7 << 11, 7 << 18, 9 << 10, 9 << 15, 15 << 9, 15 << 14, 15 << 18}) {
      if (n > longest) continue;
      check<Real>(n, {.order = any_order()});
      if (HasFatalFailure()) return;
    }
  }

  template <class Real>
  void check_batches() {
    for (const std::size_t batch : {1, 2, 3, 31, 33, 100})
      for (const fft_order order : orders)
        for (int round = 0; round < 3; ++round) {
          const std::size_t n = any_length(size({1 << 17, 1 << 15, 1 << 21}) / batch);
          check<Real>(n, {.order = order,
                          .batch = batch,
                          .value_stride = 2 * (n + random.below(6)),
                          .spectrum_stride = n + random.below(6)});
          if (HasFatalFailure()) return;
        }
  }

  /// Integers small enough for an exact rounded result, in a batch of two problems whose spectra are
  /// multiplied.
  template <class Real>
  void check_product(std::size_t n, fft_order order, std::uint64_t magnitude) {
    using complex = std::complex<Real>;
    SCOPED_TRACE(testing::Message() << n << " points"
                                    << (order == fft_order::natural ? "" : ", digit-reversed"));
    std::vector<std::vector<std::int64_t>> factors(2, std::vector<std::int64_t>(2 * n));
    for (auto& factor : factors)
      for (std::int64_t& x : factor)
        x = static_cast<std::int64_t>(random.below(2 * magnitude + 1)) - static_cast<std::int64_t>(magnitude);
    guarded_memory<Real> values(executor(), 2 * n, 2), spectra(executor(), 2 * n, 2);
    values.write(std::vector{std::vector<Real>(factors[0].begin(), factors[0].end()),
                             std::vector<Real>(factors[1].begin(), factors[1].end())});
    right_angle_fft(here(), values.numbers(), spectra.points(), n, {.order = order, .batch = 2});
    std::vector<std::vector<complex>> transformed = spectra.template read<complex>(n);
    for (std::size_t p = 0; p < n; ++p) transformed[0][p] *= transformed[1][p];
    spectra.write(transformed);
    inverse_right_angle_fft(here(), spectra.points(), values.numbers(), n, {.order = order});
    const std::vector<Real> found = values.template read<Real>(2 * n)[0];
    const std::vector<std::int64_t> expected = exact_product(factors[0], factors[1]);
    for (std::size_t j = 0; j < 2 * n; ++j)
      ASSERT_EQ(std::llround(found[j] / static_cast<Real>(n)), expected[j]) << "coefficient " << j;
  }
};

TEST_P(RightAngleFft, EveryLengthInDouble) {
  check_every_length<double>();
}
TEST_P(RightAngleFft, EveryLengthInFloat) {
  check_every_length<float>();
}

TEST_P(RightAngleFft, PassesInDouble) {
  check_passes<double>();
}
TEST_P(RightAngleFft, PassesInFloat) {
  check_passes<float>();
}

TEST_P(RightAngleFft, BatchesInDouble) {
  check_batches<double>();
}
TEST_P(RightAngleFft, BatchesInFloat) {
  check_batches<float>();
}

TEST_P(RightAngleFft, MultipliesPolynomials) {
  for (const fft_order order : orders) {
    for (const std::size_t n : {1, 2, 3, 5, 16, 60, 512, 960}) {
      check_product<double>(n, order, 1000000);
      check_product<float>(n, order, 30);
    }
    // More than one pass, so that the two orders differ.
    check_product<double>(9 << 9, order, 100000);
  }
}

TEST_P(RightAngleFft, RefusesWhatCannotBe) {
  using complex = std::complex<double>;
  const memory_of_refused memory(executor());
  const auto [x, y] = memory.pointers();
  const auto both_refuse = refusing([&](auto... given) { right_angle_fft(here(), given...); },
                                    [&](auto... given) { inverse_right_angle_fft(here(), given...); });
  for (const std::size_t n : {std::size_t{0}, std::size_t{11}, std::size_t{45}, 2 * longest_fft})
    for (const std::size_t batch : {0, 1}) both_refuse(x, y, n, {.batch = batch});
  both_refuse(x, y, 16, {.batch = 2, .value_stride = 30});
  both_refuse(x, y, 16, {.batch = 2, .spectrum_stride = 15});
  both_refuse(x, reinterpret_cast<complex*>(x), 16, {});  // not allowed even in place
  both_refuse(x, reinterpret_cast<complex*>(x + 30), 16, {});
  both_refuse(x + 1, y, 16, {});
  both_refuse(x, reinterpret_cast<complex*>(x + 129), 16, {});
  both_refuse(x, y, 16, {.batch = 2, .value_stride = 33});  // misaligned second problem
  both_refuse(x, y, 1, {.batch = std::size_t{1} << 32});
  EXPECT_NO_THROW(right_angle_fft(here(), x, y, 16, {.batch = 2}));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(RightAngleFft);

}  // namespace

}  // namespace gbi::test
