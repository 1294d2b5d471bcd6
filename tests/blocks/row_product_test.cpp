/// \file
/// The fused rows of products against their definition, by few and by many threads on the same operands:
/// rows, squares, and factors transformed earlier by a separate pass.
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/blocks/fixture.hpp"

namespace gbi::test {

namespace {

using kernels::row_factor, kernels::row_threads;
using number = std::complex<double>;

/// N times the cyclic convolution.
std::vector<extended> product_of_rows(const reference_fft& transform, const number* a, const number* b,
                                      std::size_t points) {
  const auto row = [points](const number* at) { return std::vector<number>(at, at + points); };
  const std::vector<extended> x = transform(row(a)), y = transform(row(b));
  std::vector<extended> spectrum(points);
  for (std::size_t k = 0; k < points; ++k) spectrum[k] = std::conj(times(x[k], y[k]));
  std::vector<extended> result = transform(spectrum);
  for (extended& z : result) z = std::conj(z);
  return result;
}

class RowProduct : public transforms_on_executor {
 protected:
  static kernels::complex<double>* points_of(const guarded_memory<double>& memory) {
    return reinterpret_cast<kernels::complex<double>*>(memory.numbers());
  }

  /// \param rows number of rows per problem
  void check(std::size_t points, std::size_t rows, std::size_t batch, row_factor factor,
             row_threads threads) {
    SCOPED_TRACE(std::to_string(batch) + " x " + std::to_string(rows) + " rows of " + std::to_string(points) +
                 " points, factor " + std::to_string(static_cast<int>(factor)) +
                 (threads == row_threads::few ? ", few threads" : ", many threads"));
    const std::size_t n = rows * points;
    // Problems are contiguous. A factor that was transformed earlier serves all of them.
    const std::vector<std::vector<number>> a{this->points<double>(n * batch)},
        b{this->points<double>(factor == row_factor::spectrum ? n : n * batch)};
    guarded_memory<double> first(executor(), 2 * n * batch, 1), second(executor(), 2 * b[0].size(), 1);
    first.write(a);
    second.write(b);
    const kernels::complex<double>* const roots = detail::engine_of(here())->twiddles().stages<double>();
    if (factor == row_factor::spectrum) {
      executor().launch(kernels::rows_arguments<double>{.in = {points_of(second), n},
                                                        .out = {points_of(second), n},
                                                        .n1 = static_cast<std::uint32_t>(rows),
                                                        .n2 = 1,
                                                        .batch = 1,
                                                        .roots = roots,
                                                        .row = static_cast<int>(points)});
      second.template read<number>(n);
    }
    executor().launch(kernels::row_product_arguments{
        .a = points_of(first),
        .b = factor == row_factor::rows ? points_of(second) : nullptr,
        .points = n,
        .roots = roots,
        .repair = {},
        .spectrum = factor == row_factor::spectrum ? points_of(second) : nullptr,
        .threads = threads,
        .row = static_cast<int>(points),
        .batch = static_cast<std::uint32_t>(batch)});
    const std::vector<number> product = first.template read<number>(n * batch)[0];
    second.expect_unchanged();
    const reference_fft reference(points);
    for (std::size_t at = 0; at < n * batch; at += points) {
      const number* x = a[0].data() + at;
      const number* y = factor == row_factor::itself ? x
                        : factor == row_factor::rows ? b[0].data() + at
                                                     : b[0].data() + at % n;
      const std::vector<number> got(product.data() + at, product.data() + at + points);
      ASSERT_LE(relative_error(got, product_of_rows(reference, x, y, points)),
                4 * rounding_bound<double>(points))
          << "row " << at / points;
    }
  }
};

TEST_P(RowProduct, EveryLengthAndFactorByFewAndByManyThreads) {
  for (std::size_t points = 64; points <= 4096; points *= 2)
    for (const row_factor factor : {row_factor::rows, row_factor::itself, row_factor::spectrum})
      for (const row_threads threads : {row_threads::few, row_threads::many})
        for (const std::size_t batch : {1, 3}) check(points, points < 512 ? 8 : 2, batch, factor, threads);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(RowProduct);

}  // namespace

}  // namespace gbi::test
