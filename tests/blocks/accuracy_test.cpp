/// \file
/// Rounding errors of long transforms and of convolutions. They add up like a random walk over the log2 N
/// levels, so one constant bounds the errors of all lengths. A root or a twiddle that is wrong by a few units
/// in the last place exceeds it.
#include "tests/blocks/accuracy.hpp"

#include <cstdlib>

#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

/// Measured: 0.63 to 0.77, with little variation between runs.
constexpr double bound_of_transforms = 0.9;
/// Measured: 0.6 to 1.1. The sum of all digits dominates the norm, because none is negative. It is computed
/// with few roundings, which differ from run to run.
constexpr double bound_of_convolutions = 1.5;

class FftAccuracy : public on_executor {
 protected:
  template <class Real, class Measure>
  void check(double bound, const Measure& measure) {
    std::size_t longest = size({1 << 16, 1 << 16, 1 << 20});
    if (std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr && GetParam() == "host") longest = 1 << 20;
    for (const std::size_t points : {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}) {
      if (points > longest) break;
      EXPECT_LE(measure(points),
                bound * unit_roundoff<Real> * std::sqrt(std::log2(static_cast<double>(points))))
          << points << " points";
    }
  }

  template <class Real>
  void check_forward() {
    check<Real>(bound_of_transforms,
                [&](std::size_t points) { return forward_error<Real>(here(), points, random); });
  }

  template <class Real>
  void check_convolution(convolution_form form) {
    check<Real>(bound_of_convolutions,
                [&](std::size_t points) { return convolution_error<Real>(here(), points, random, form); });
  }
};

TEST_P(FftAccuracy, ForwardInDouble) {
  check_forward<double>();
}
TEST_P(FftAccuracy, ForwardInFloat) {
  check_forward<float>();
}
TEST_P(FftAccuracy, ConvolutionInDouble) {
  check_convolution<double>(convolution_form::right_angle);
}
TEST_P(FftAccuracy, ConvolutionInFloat) {
  check_convolution<float>(convolution_form::right_angle);
}

TEST_P(FftAccuracy, PackedConvolutionInDouble) {
  check_convolution<double>(convolution_form::packed_real);
}
TEST_P(FftAccuracy, PackedConvolutionInFloat) {
  check_convolution<float>(convolution_form::packed_real);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(FftAccuracy);

}  // namespace

}  // namespace gbi::test
