/// \file
/// The host executor's instances for every width of vectors compute right products and transforms, whichever
/// instance the processor that runs the tests prefers.
#include <gtest/gtest.h>

#include <complex>
#include <memory>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using exec::host::vector_width;

class VectorWidth : public testing::TestWithParam<vector_width> {
 protected:
  VectorWidth()
      : here_(detail::context_of(detail::engine::make(std::make_unique<exec::host::host_executor>(GetParam()),
                                                      plan::word_limits::none()))),
        use_(here_) {}

  const context& here() const { return here_; }

  template <class Real>
  void expect_round_trip(std::size_t points, double error) {
    std::vector<std::complex<Real>> values(points), spectrum(points), back(points);
    for (std::complex<Real>& value : values)
      value = {static_cast<Real>(random.below(1000)), static_cast<Real>(random.below(1000))};
    fft(here(), values.data(), spectrum.data(), points);
    inverse_fft(here(), spectrum.data(), back.data(), points);
    for (std::size_t i = 0; i < points; ++i) {
      const std::complex<Real> found = back[i] / static_cast<Real>(points);
      ASSERT_LT(std::abs(found - values[i]), error) << points << " points, value " << i;
    }
  }

  random_source random{test_seed()};

 private:
  context here_;
  scoped_context use_;
};

TEST_P(VectorWidth, ProductsAndSquares) {
  const auto longest = static_cast<std::uint64_t>((1 << 16) * test_scale());
  for (int i = 0; i < 20; ++i) {
    const integer a(random_limbs(random, random.log_uniform(1, longest))),
        b(random_limbs(random, random.log_uniform(1, longest)));
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    for (const algorithm how : {algorithm::automatic, algorithm::schoolbook, algorithm::fft}) {
      if (how == algorithm::schoolbook && a.limb_count() * b.limb_count() > (1 << 20)) continue;
      EXPECT_TRUE(matches(multiply(x, y, how), a * b)) << a.limb_count() << " by " << b.limb_count();
      EXPECT_TRUE(matches(square(x, how), a * a)) << a.limb_count() << " limbs";
    }
  }
}

TEST_P(VectorWidth, TransformsAndTheirInverses) {
  for (const std::size_t points : {64, 960, 4096, 4608, 8192, 10240, 12288, 14336, 15360, 65536, 245760}) {
    expect_round_trip<double>(points, 1e-9);
    expect_round_trip<float>(points, 0.05);
  }
}

INSTANTIATE_TEST_SUITE_P(, VectorWidth, testing::Values(vector_width::automatic, vector_width::baseline),
                         [](const testing::TestParamInfo<vector_width>& information) {
                           return information.param == vector_width::automatic ? "automatic" : "baseline";
                         });

}  // namespace

}  // namespace gbi::test
