/// \file
/// Rounding errors of long transforms and of convolutions stay below those that the source work reports for
/// its convolutions.
#include "tests/fft/accuracy.hpp"

#include <cstdlib>

#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class FftAccuracy : public on_executor {
 protected:
  template <class Measure>
  void for_all_lengths(const Measure& measure) {
    std::size_t longest = size({1 << 16, 1 << 14, 1 << 20});
    if (std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr && GetParam() == "host") longest = 1 << 20;
    for (const std::size_t points : {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}) {
      if (points > longest) break;
      SCOPED_TRACE(testing::Message() << points << " points");
      measure(points);
    }
  }

  template <class Real>
  void check_forward() {
    for_all_lengths([&](std::size_t points) {
      EXPECT_LE(forward_error<Real>(here(), points, random), reported_error<Real>(points));
    });
  }

  template <class Real>
  void check_convolution() {
    for_all_lengths([&](std::size_t points) {
      EXPECT_LE(convolution_error<Real>(here(), points, random), reported_error<Real>(points));
    });
  }
};

TEST_P(FftAccuracy, ForwardInDouble) {
  check_forward<double>();
}
TEST_P(FftAccuracy, ForwardInFloat) {
  check_forward<float>();
}
TEST_P(FftAccuracy, ConvolutionInDouble) {
  check_convolution<double>();
}
TEST_P(FftAccuracy, ConvolutionInFloat) {
  check_convolution<float>();
}

GPU_BIGINT_ON_EVERY_EXECUTOR(FftAccuracy);

}  // namespace

}  // namespace gbi::test
