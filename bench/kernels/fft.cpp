/// \file
/// Forward transforms: the library's, of every kind and in both orders, and cuFFT's where there is a GPU.
///
/// bench_fft --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// fft/KIND/ORDER/points:N/batch:B is a batch of B problems of N points. cufft/KIND/natural/points:N/batch:B
/// is its rival; cuFFT supports the natural order only. KIND is c2c_double (Z2Z), c2c_float (C2C), r2c_double
/// (D2Z, N real numbers) or right_angle_double (N complex points from 2N real numbers; its rival is
/// r2c_double of 2N points, which takes the same numbers). There are single problems, and batches of 2^26
/// complex numbers in total (2^20 on the host). Transforms are out of place, and plans of cuFFT are made
/// beforehand. Times are the device's (CUDA events) for transforms queued back to back, medians of the
/// repetitions. bytes_per_second counts every complex number once in and once out. flops counts 5 N log2 N
/// operations per problem, and half as many for real numbers.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <vector>

#include "bench/rivals/cufft.hpp"
#include "bench/rivals/place.hpp"
#include "bench/support/repeated.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/fft.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::bench::add;
using gbi::exec::buffer;
using gbi::exec::executor;

/// A problem has 2n real numbers, which may form n complex numbers, and n or n + 1 frequencies.
struct shape {
  std::size_t n, batch;
};

template <class Real>
struct kind {
  const char* name;
  std::size_t points_of_pair;  ///< points for each pair of real numbers
  void (*forward)(const gbi::context& where, const Real* values, std::complex<Real>* spectrum, std::size_t n,
                  const gbi::fft_options& options);
};

template <class Real>
void complex_forward(const gbi::context& where, const Real* values, std::complex<Real>* spectrum,
                     std::size_t n, const gbi::fft_options& options) {
  gbi::fft(where, reinterpret_cast<const std::complex<Real>*>(values), spectrum, n, options);
}

void real_forward(const gbi::context& where, const double* values, std::complex<double>* spectrum,
                  std::size_t n, const gbi::fft_options& options) {
  gbi::real_fft(where, values, spectrum, 2 * n, options);
}

constexpr kind<double> c2c_double{"c2c_double", 1, complex_forward<double>};
constexpr kind<float> c2c_float{"c2c_float", 1, complex_forward<float>};
constexpr kind<double> r2c_double{"r2c_double", 2, real_forward};
constexpr kind<double> right_angle_double{"right_angle_double", 1, gbi::right_angle_fft<double>};

/// Random numbers between -1/2 and 1/2. A prime number of them is repeated on the device, so that no spectrum
/// consists mostly of zeros.
template <class Real>
buffer<Real> random_input(executor& where, std::size_t count) {
  static std::mt19937 generator(1);
  std::vector<Real> values(std::min<std::size_t>(count, 1000003));
  for (Real& x : values) x = static_cast<Real>(static_cast<double>(generator()) * 0x1p-32 - 0.5);
  return gbi::bench::repeated(where, std::move(values), count);
}

/// `make` takes input and output and returns a function that queues one transform of the batch.
template <class Real, class Make>
void measure_transform(benchmark::State& state, const gbi::context& where, const kind<Real>& which,
                       const shape& s, Make&& make) {
  executor& device = gbi::detail::engine_of(where)->executor();
  const buffer<Real> values = random_input<Real>(device, 2 * s.n * s.batch);
  const buffer<std::complex<Real>> spectrum(device, (s.n + 1) * s.batch);
  device.synchronize();
  const auto& transform = make(values.data(), spectrum.data());
  gbi::bench::measure(state, device, 4 * s.n * s.batch * sizeof(Real), transform);
  const double operations =
      5 * static_cast<double>(s.n * s.batch) * std::log2(static_cast<double>(s.n * which.points_of_pair));
  state.counters["flops"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}

template <class Real>
std::string name_of(const char* library, const kind<Real>& which, const char* order, const shape& s) {
  return std::string(library) + "/" + which.name + "/" + order +
         "/points:" + std::to_string(s.n * which.points_of_pair) + "/batch:" + std::to_string(s.batch);
}

template <class Real>
void add_ours(const gbi::context& where, const kind<Real>& which, const shape& s) {
  for (const auto& [order_name, order] : {std::pair{"natural", gbi::fft_order::natural},
                                          std::pair{"digit_reversed", gbi::fft_order::digit_reversed}}) {
    const gbi::fft_options options{.order = order, .batch = s.batch};
    add(name_of("fft", which, order_name, s), [=](benchmark::State& state) {
      measure_transform(state, where, which, s, [&](const Real* values, std::complex<Real>* spectrum) {
        return [&, values, spectrum] { which.forward(where, values, spectrum, s.n, options); };
      });
    });
  }
}

#if defined(GPU_BIGINT_WITH_CUDA)
template <class Real>
void add_cufft(const gbi::context& where, void* stream, const kind<Real>& which, gbi::bench::cufft_kind rival,
               const shape& s) {
  add(name_of("cufft", which, "natural", s), [=](benchmark::State& state) {
    const gbi::bench::cufft_plan plan(stream, rival, s.n * which.points_of_pair, s.batch);
    measure_transform(state, where, which, s, [&](const Real* values, std::complex<Real>* spectrum) {
      return [&, values, spectrum] { plan(values, spectrum); };
    });
  });
}
#endif

/// Powers of four, and all lengths within one octave; single problems and batches.
std::vector<shape> shapes(const gbi::context& where) {
  const bool gpu = where.backend() == gbi::backend::cuda;
  const std::size_t longest = std::size_t{1} << (gpu ? 26 : 20), octave = std::size_t{1} << (gpu ? 20 : 18);
  std::vector<std::size_t> lengths;
  for (std::size_t n = 256; n <= longest; n *= 4) lengths.push_back(n);
  for (const std::size_t sixteenths : {18, 20, 24, 28, 30}) lengths.push_back(octave / 16 * sixteenths);
  std::vector<shape> result;
  for (const std::size_t n : lengths) result.push_back({n, 1});
  for (const std::size_t n : lengths)
    if (n < longest) result.push_back({n, longest / n});
  return result;
}

void add_all(bool /*gpu*/) {
  const gbi::context where = gbi::context::current();
  for (const shape& s : shapes(where)) {
    add_ours(where, c2c_double, s);
    add_ours(where, c2c_float, s);
    add_ours(where, r2c_double, s);
    add_ours(where, right_angle_double, s);
#if defined(GPU_BIGINT_WITH_CUDA)
    if (where.backend() != gbi::backend::cuda) continue;
    using gbi::bench::cufft_kind;
    add_cufft(where, where.stream(), c2c_double, cufft_kind::complex_double, s);
    add_cufft(where, where.stream(), c2c_float, cufft_kind::complex_float, s);
    add_cufft(where, where.stream(), r2c_double, cufft_kind::real_double, s);
#endif
  }
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, add_all, gbi::bench::place_with_rivals);
}
