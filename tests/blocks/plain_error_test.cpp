/// \file
/// The error bound of cyclic convolutions by plain transforms, complex and packed real: short lengths with
/// every odd factor, and lengths of two passes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "src/blocks/transform.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/blocks/digit_products.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

using kernels::complex, plan::fft_form;

class PlainErrorBound : public on_executor {
 protected:
  detail::engine& engine() const { return *detail::engine_of(here()); }

  /// The cyclic convolution of complex numbers. Real numbers are their real parts, or all numbers in memory.
  std::vector<double> convolution(std::vector<double> a, std::vector<double> b, fft_form form) {
    const bool packed = form == fft_form::packed_real;
    const std::uint64_t count = a.size(), points = packed ? count / 2 + 1 : count;
    const auto upload = [&](const std::vector<double>& x) {
      std::vector<complex<double>> values(points);
      for (std::size_t j = 0; j < count; ++j)
        if (packed)
          (j % 2 == 0 ? values[j / 2].re : values[j / 2].im) = x[j];
        else
          values[j].re = x[j];
      return exec::buffer<complex<double>>(executor(), std::span<const complex<double>>(values));
    };
    const auto first = upload(a), second = upload(b);
    const auto span = [&](const auto& memory) {
      return kernels::strided<complex<double>>{memory.data(), points};
    };
    const transforms::transform<double> transform(engine(), packed ? count / 2 : count,
                                                  fft_order::digit_reversed, 1);
    for (const auto* memory : {&first, &second})
      packed ? transform.forward_real(transforms::read(span(*memory)), span(*memory))
             : transform.forward(transforms::read(span(*memory)), span(*memory));
    executor().launch(
        kernels::pointwise_arguments<double>{span(first), transforms::read(span(second)), points});
    packed ? transform.backward_real(transforms::read(span(first)), span(first))
           : transform.backward(transforms::read(span(first)), span(first));
    std::vector<complex<double>> values(points);
    executor().download(values.data(), first.data(), points * sizeof values[0]);
    const double scale = 1.0 / static_cast<double>(count);
    std::vector<double> result(count);
    for (std::size_t j = 0; j < count; ++j)
      result[j] = scale * (!packed ? values[j].re : j % 2 == 0 ? values[j / 2].re : values[j / 2].im);
    return result;
  }

  void check(std::uint64_t points, fft_form form) {
    const plan::fft_shape shape = plan::transform_shape(points, plan::spectrum::digit_reversed);
    const std::size_t count = form == fft_form::complex ? points : 2 * points;
    const double k = plan::error_constant(shape, form), extreme = 1 << 15;
    const int rounds = points > 4096 || test_scale() < 1 ? 1 : points > 512 ? 2 : 8;
    for (int round = 0; round < rounds; ++round) {
      const std::vector<double> a = random_digits(random, count, extreme),
                                b = round % 2 == 0 ? a : random_digits(random, count, extreme);
      const error_and_bound measured = measured_error(a, b, convolution(a, b, form), 1, k);
      ASSERT_LE(measured.error, measured.bound) << points << " points";
      worst_ = std::max(worst_, measured.share());
    }
  }

  double worst_ = 0;
};

TEST_P(PlainErrorBound, HoldsForEveryOddFactor) {
  for (const fft_form form : {fft_form::complex, fft_form::packed_real}) {
    worst_ = 0;
    for (const std::uint64_t odd : {1, 3, 5, 7, 9, 15})
      for (std::uint64_t points = odd; points <= size({1024, 256, 1024}); points *= 2) {
        check(points, form);
        if (HasFatalFailure()) return;
      }
    for (const std::uint64_t points : {8192, 9 * 1024})
      if (!is_shuffled() && test_scale() == 1) check(points, form);
    std::printf("[ measured ] %s, plain transforms, %s: 1/%.1f of the bound at worst\n", GetParam().c_str(),
                form == fft_form::complex ? "complex" : "packed real", 1 / worst_);
    EXPECT_GT(worst_, 1e-3) << "an error this small was not measured";
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(PlainErrorBound);

}  // namespace

}  // namespace gbi::test
