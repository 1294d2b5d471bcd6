/// \file
/// Complex transforms against a reference in extended precision: every kind of length, both orders, in place
/// and out of place, and batches with guards around every problem.
#include "gpu_bigint/fft.hpp"

#include <atomic>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "src/context/engine.hpp"
#include "tests/blocks/fixture.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class Fft : public transforms_on_executor {
 protected:
  /// Compares the forward transform with the reference, then transforms back. A stride of 0 means contiguous
  /// problems.
  template <class Real>
  void check(std::size_t n, fft_options options, bool in_place) {
    if (options.value_stride == 0) options.value_stride = n;
    if (options.spectrum_stride == 0 || in_place) options.spectrum_stride = options.value_stride;
    SCOPED_TRACE(described(n, options, in_place));
    guarded_memory<Real> values(executor(), 2 * options.value_stride, options.batch);
    guarded_memory<Real> elsewhere(executor(), 2 * options.spectrum_stride, options.batch);
    guarded_memory<Real>& spectrum = in_place ? values : elsewhere;
    std::vector<std::vector<std::complex<Real>>> x(options.batch);
    for (auto& problem : x) problem = points<Real>(n);

    values.write(x);
    fft(here(), values.points(), spectrum.points(), n, options);
    const auto transformed = spectrum.template read<std::complex<Real>>(n);
    elsewhere.expect_unchanged();
    const reference_fft reference(n);
    for (std::size_t g = 0; g < options.batch; ++g)
      ASSERT_LE(relative_error(by_frequency(transformed[g], n, options.order), reference(x[g])),
                rounding_bound<Real>(n))
          << "forward, problem " << g;

    if (!in_place) {
      values.expect_unchanged();
      values.write(std::vector(options.batch, std::vector<std::complex<Real>>(n)));
    }
    inverse_fft(here(), spectrum.points(), values.points(), n, options);
    const auto back = values.template read<std::complex<Real>>(n);
    elsewhere.expect_unchanged();
    for (std::size_t g = 0; g < options.batch; ++g)
      ASSERT_LE(relative_error(back[g], scaled(x[g], n)), 2 * rounding_bound<Real>(n))
          << "inverse, problem " << g;
  }

  template <class Real>
  void check_every_length() {
    for (const std::size_t n : lengths_up_to(size({1 << 14, 1 << 14, 1 << 14})))
      for (const fft_order order : orders) {
        check<Real>(n, {.order = order}, random.coin());
        if (HasFatalFailure()) return;
      }
  }

  /// Lengths around the limits between one, two and three passes, with every odd factor.
  template <class Real>
  void check_passes() {
    std::size_t longest = size({1 << 20, 1 << 20, 1 << 24});
    if (std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr && GetParam() == "host") longest = 1 << 24;
    for (const std::size_t n :
         {1 << 12, 1 << 13, 1 << 16, 1 << 18, 1 << 19, 1 << 20, 1 << 21,  1 << 22,  1 << 23, 1 << 24,
          3 << 11, 3 << 12, 3 << 16, 3 << 20, 5 << 10, 5 << 13, 5 << 17,  5 << 19,  7 << 10, 7 << 15,
          7 << 20, 9 << 9,  9 << 10, 9 << 16, 9 << 18, 15 << 9, 15 << 13, 15 << 15, 15 << 19}) {
      if (n > longest) continue;
      check<Real>(n, {.order = any_order()}, random.coin());
      if (HasFatalFailure()) return;
    }
  }

  template <class Real>
  void check_batches() {
    for (const std::size_t batch : {1, 2, 3, 31, 33})
      for (const fft_order order : orders)
        for (const bool in_place : {false, true})
          for (int round = 0; round < 3; ++round) {
            const std::size_t n = any_length(size({1 << 18, 1 << 16, 1 << 22}) / batch);
            check<Real>(n,
                        {.order = order,
                         .batch = batch,
                         .value_stride = n + random.below(10),
                         .spectrum_stride = n + random.below(10)},
                        in_place);
            if (HasFatalFailure()) return;
          }
  }

  /// Several short problems share a block, and the last block is not full.
  template <class Real>
  void check_many_short() {
    for (const std::size_t n : lengths_up_to(size({256, 256, 512}))) {
      const std::size_t batch = random.between(2, 2000 / n + 40);
      check<Real>(n, {.batch = batch, .value_stride = n + random.below(3), .spectrum_stride = n},
                  random.coin());
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(Fft, EveryLengthInDouble) {
  check_every_length<double>();
}
TEST_P(Fft, EveryLengthInFloat) {
  check_every_length<float>();
}

TEST_P(Fft, PassesInDouble) {
  check_passes<double>();
}
TEST_P(Fft, PassesInFloat) {
  check_passes<float>();
}

TEST_P(Fft, BatchesInDouble) {
  check_batches<double>();
}
TEST_P(Fft, BatchesInFloat) {
  check_batches<float>();
}

TEST_P(Fft, ManyShortProblemsInDouble) {
  check_many_short<double>();
}
TEST_P(Fft, ManyShortProblemsInFloat) {
  check_many_short<float>();
}

// Two and three passes over a batch that is too large for one workspace.
TEST_P(Fft, BatchesOfSeveralPasses) {
  for (const std::size_t n : {std::size_t{1} << 13, fft_length(size({15 << 13, 15 << 13, 15 << 16}))})
    for (const fft_order order : orders)
      check<double>(n, {.order = order, .batch = 5, .value_stride = n + 4, .spectrum_stride = n + 8},
                    order == fft_order::natural);
}

// A workspace that holds two problems, so the last part is shorter.
TEST_P(Fft, PartsOfABatch) {
  using complex = std::complex<double>;
  constexpr std::size_t n = 1 << 13, batch = 3;
  const context small =
      tuned_context(GetParam(), [](plan::tuning& tuned) { tuned.workspace_bytes = 2 * n * sizeof(complex); });
  exec::executor& device = detail::engine_of(small)->executor();
  const std::vector<complex> x = points<double>(n * batch);
  const exec::buffer<complex> in(device, std::span<const complex>(x)), out(device, n * batch);
  fft(small, in.data(), out.data(), n, {.batch = batch});
  std::vector<complex> found(n * batch);
  device.download(found.data(), out.data(), found.size() * sizeof(complex));
  for (std::size_t g = 0; g < batch; ++g) {
    const auto part = [first = static_cast<std::ptrdiff_t>(g * n)](const std::vector<complex>& all) {
      return std::vector<complex>(all.begin() + first, all.begin() + first + static_cast<std::ptrdiff_t>(n));
    };
    EXPECT_LE(relative_error(part(found), reference_fft(n)(part(x))), rounding_bound<double>(n)) << g;
  }
}

TEST_P(Fft, OfVectors) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{30}, std::size_t{5} << 11}) {
    const auto x = points<double>(n);
    const std::vector<std::complex<double>> spectrum = fft(here(), x);
    EXPECT_LE(relative_error(spectrum, reference_fft(n)(x)), rounding_bound<double>(n));
    EXPECT_LE(relative_error(inverse_fft(here(), spectrum), scaled(x, n)), 2 * rounding_bound<double>(n));
    const auto y = points<float>(n);
    EXPECT_LE(relative_error(fft(here(), y), reference_fft(n)(y)), rounding_bound<float>(n));
  }
  EXPECT_THROW(fft(here(), std::vector<std::complex<double>>(11)), std::invalid_argument);
  EXPECT_THROW(fft(here(), std::vector<std::complex<float>>()), std::invalid_argument);
  EXPECT_THROW(inverse_fft(here(), std::vector<std::complex<double>>()), std::invalid_argument);
  EXPECT_THROW(inverse_fft(here(), std::vector<std::complex<double>>(4097)), std::invalid_argument);
}

TEST_P(Fft, RefusesWhatCannotBe) {
  using complex = std::complex<double>;
  const exec::buffer<complex> memory(executor(), 256);
  complex* at = memory.data();
  const auto both_refuse = [&](const complex* in, complex* out, std::size_t n, const fft_options& options) {
    EXPECT_THROW(fft(here(), in, out, n, options), std::invalid_argument);
    EXPECT_THROW(inverse_fft(here(), in, out, n, options), std::invalid_argument);
  };
  for (const std::size_t n : {std::size_t{0}, std::size_t{11}, std::size_t{4097}, 2 * longest_fft})
    for (const std::size_t batch : {0, 1}) both_refuse(at, at, n, {.batch = batch});
  both_refuse(at, at + 128, 16, {.value_stride = 15});  // shorter than a problem
  both_refuse(at, at + 128, 16, {.spectrum_stride = 15});
  both_refuse(at, at + 128, 16, {.batch = 0, .value_stride = 15});
  both_refuse(at, at + 1, 64, {});  // overlap
  both_refuse(at + 1, at, 64, {});
  both_refuse(at, at + 100, 64, {.batch = 2});
  both_refuse(at, at, 16, {.batch = 2, .value_stride = 16, .spectrum_stride = 17});
  both_refuse(at, at, 16, {.batch = 2, .value_stride = 15, .spectrum_stride = 15});
  both_refuse(at, at + 128, 16, {.batch = 2, .value_stride = 15});
  both_refuse(at, at + 128, 16, {.batch = 2, .spectrum_stride = 15});
  both_refuse(at, at, 1, {.batch = std::size_t{1} << 32});
  both_refuse(at, at, 64, {.batch = ~std::size_t{0}});
  auto* const between = reinterpret_cast<complex*>(reinterpret_cast<double*>(at) + 1);
  both_refuse(between, at + 128, 16, {});
  both_refuse(at + 128, between, 16, {});
  EXPECT_NO_THROW(fft(here(), at, at + 64, 64));
  EXPECT_NO_THROW(fft(here(), at, at, 64, {.batch = 0}));
  EXPECT_NO_THROW(fft(here(), at, at + 128, 64, {.batch = 2}));
}

TEST_P(Fft, RefusesMemoryThatTheDeviceCannotAccess) {
  std::vector<std::complex<double>> own(64);
  if (executor().can_access(own.data())) GTEST_SKIP() << "the device accesses all memory of the process";
  const exec::buffer<std::complex<double>> memory(executor(), 64);
  auto* const at = memory.data();
  auto* const reals = reinterpret_cast<double*>(at);
  EXPECT_THROW(fft(here(), own.data(), at, 64), std::invalid_argument);
  EXPECT_THROW(inverse_fft(here(), at, own.data(), 64), std::invalid_argument);
  EXPECT_THROW(real_fft(here(), reals, own.data(), 64), std::invalid_argument);
  EXPECT_THROW(inverse_real_fft(here(), own.data(), reals, 64), std::invalid_argument);
  EXPECT_THROW(right_angle_fft(here(), reals, own.data(), 64), std::invalid_argument);
  EXPECT_THROW(inverse_right_angle_fft(here(), own.data(), reals, 64), std::invalid_argument);
  EXPECT_NO_THROW(fft(here(), at, at, 64));
  EXPECT_NO_THROW(here().synchronize()) << "the device goes on working";
}

// Several threads need tables of roots at once, and the first one makes them.
TEST_P(Fft, ThreadsShareAContext) {
  if (is_shuffled()) GTEST_SKIP() << "its random source belongs to one thread";
  const std::vector<std::size_t> lengths{fft_length(size({7 << 9, 1, 7 << 17})), 960, 9 << 10, 1 << 14};
  std::vector<std::vector<std::complex<double>>> values, spectra;
  for (const std::size_t n : lengths) {
    values.push_back(points<double>(n));
    spectra.push_back(values.back());
    const std::vector<extended> exact = reference_fft(n)(values.back());
    for (std::size_t k = 0; k < n; ++k) spectra.back()[k] = std::complex<double>(exact[k]);
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 4; ++first)
    threads.emplace_back([&, first] {
      for (std::size_t round = 0; round < 8; ++round) {
        const std::size_t i = (first + round) % lengths.size();
        const auto found = fft(here(), values[i]);
        wrong += !(relative_error(found, spectra[i]) <= rounding_bound<double>(lengths[i]));
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Fft);

}  // namespace

}  // namespace gbi::test
