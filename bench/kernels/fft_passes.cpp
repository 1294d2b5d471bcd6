/// \file
/// The kernels of long transforms one by one, compared with the copy speed: the cost of a pass over memory.
///
/// bench_fft_passes --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// PASS/REAL/points:N runs in place on 1 GiB of points (64 MiB on the host). columns/first is the first pass
/// of one long transform, and columns/second is the second pass with 256 groups. rows are contiguous;
/// transposed rows are written out of place. product/double and square/double are the fused rows of a
/// product: forward transforms, pointwise product, backward transform. Twiddles are included.
/// bytes_per_second counts every byte that must be read or written once.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/support/repeated.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "src/blocks/passes.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::bench::measure;
using gbi::exec::buffer;
using gbi::exec::executor;
using gbi::kernels::complex;
using gbi::kernels::direction;

/// Small numbers without a pattern. They do not overflow, however often they are transformed.
template <class Real>
buffer<complex<Real>> input(executor& where, std::size_t count) {
  std::vector<complex<Real>> values(std::min<std::size_t>(count, 65537));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = {static_cast<Real>(std::sin(1.0 * static_cast<double>(i * i)) * 1e-30),
                 static_cast<Real>(std::cos(3.0 * static_cast<double>(i * i)) * 1e-30)};
  return gbi::bench::repeated(where, std::move(values), count);
}

/// A single launch takes long enough to be measured.
template <class Function>
void add(const std::string& name, Function&& function) {
  gbi::bench::add(name, function, {.min_time = 0});
}

template <class Real>
void add_passes(const gbi::context& where, const std::string& real, std::size_t bytes) {
  const std::size_t points = bytes / sizeof(complex<Real>);
  gbi::detail::engine& engine = *gbi::detail::engine_of(where);
  executor& device = engine.executor();
  // A shape that contains the measured pass. The other passes do not run.
  const auto shape = [points](int first, int second, std::size_t row) {
    return gbi::plan::fft_shape{points, second > 1 ? 2 : 1, {first, second}, static_cast<int>(row)};
  };
  for (int n = 64; n <= 1024; n *= 2) {
    const auto length = static_cast<std::size_t>(n);
    for (const int pass : {0, 1})
      add((pass == 0 ? "columns/first/" : "columns/second/") + real + "/points:" + std::to_string(n),
          [=, &engine, &device](benchmark::State& state) {
            const auto data = input<Real>(device, points);
            const gbi::transforms::passes<Real> passes(
                engine, pass == 0 ? shape(n, 1, points / length) : shape(256, n, points / 256 / length), 1);
            measure(state, device, 2 * bytes, [&] {
              passes.launch_columns(pass, {data.data(), points}, direction::forward);
            });
          });
  }
  for (int n = 64; n <= 4096; n *= 2)
    for (const bool transposed : {false, true}) {
      if (transposed && n > 1024) continue;
      const auto length = static_cast<std::size_t>(n);
      add((transposed ? "transposed_rows/" : "rows/") + real + "/points:" + std::to_string(n),
          [=, &engine, &device](benchmark::State& state) {
            const auto data = input<Real>(device, points);
            const buffer<complex<Real>> other(device, transposed ? points : 0);
            const gbi::transforms::passes<Real> passes(
                engine, {points, 2, {256, static_cast<int>(points / 256 / length), 1}, n}, 1);
            measure(state, device, 2 * bytes, [&] {
              passes.launch_rows({data.data(), points}, {transposed ? other.data() : data.data(), points},
                                 direction::forward, transposed);
            });
          });
    }
}

void add_products(const gbi::context& where, std::size_t bytes) {
  const std::size_t points = bytes / sizeof(complex<double>);
  gbi::detail::engine& engine = *gbi::detail::engine_of(where);
  executor& device = engine.executor();
  for (int n = 64; n <= 4096; n *= 2)
    for (const bool square : {false, true})
      add((square ? "square/double/points:" : "product/double/points:") + std::to_string(n),
          [=, &engine, &device](benchmark::State& state) {
            const auto a = input<double>(device, points), b = input<double>(device, square ? 1 : points);
            const gbi::kernels::row_product_arguments arguments{.a = a.data(),
                                                                .b = square ? nullptr : b.data(),
                                                                .points = points,
                                                                .roots = engine.twiddles().stages<double>(),
                                                                .repair = {},
                                                                .row = n};
            measure(state, device, (square ? 2 : 3) * bytes, [&] { device.launch(arguments); });
          });
}

void add_all(bool gpu) {
  const gbi::context where = gbi::context::current();
  const std::size_t bytes = std::size_t{1} << (gpu ? 30 : 26);
  executor& device = gbi::detail::engine_of(where)->executor();
  add("copy", [=, &device](benchmark::State& state) {
    const auto in = input<double>(device, bytes / 16), out = input<double>(device, bytes / 16);
    measure(state, device, 2 * bytes, [&] { device.copy(out.data(), in.data(), bytes); });
  });
  add_passes<double>(where, "double", bytes);
  add_passes<float>(where, "float", bytes);
  add_products(where, bytes);
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, add_all);
}
