/// \file
/// Finds the best blocks of the transform kernels for this machine's GPU and prints the rows of
/// kernels/fft/policy.hpp.
///
/// tune_fft
///
/// Every pass is timed alone, in place, on 1 GiB. FFT columns are timed as the first pass of one long
/// transform and as the second pass with 256 groups, and the geometric mean counts. Rows are timed contiguous
/// and, out of place, transposed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench/support/median.hpp"
#include "bench/tune/fft_candidates.hpp"
#include "src/cache/twiddles.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::bench::fft_pass, gbi::bench::fft_tuner;
using gbi::kernels::block_policy, gbi::kernels::complex;

template <class Real>
class search {
 public:
  search() : tuner_(gbi::bench::cuda_fft_tuner<Real>()), tables_(tuner_->executor()) {
    data_ = gbi::exec::cleared<complex<Real>>(tuner_->executor(), points);
    other_ = gbi::exec::cleared<complex<Real>>(tuner_->executor(), points);
  }

  void run() {
    std::vector<gbi::kernels::fft_policy> rows;
    for (int length = 64; length <= 4096; length *= 2) {
      gbi::kernels::fft_policy row{static_cast<int>(sizeof(Real)), length, {0, 0}, {0, 0}, {0, 0}};
      if (length <= 1024) row.columns = best(fft_pass::columns, length);
      row.rows = best(fft_pass::rows, length);
      if (length <= 1024) row.transposed = best(fft_pass::transposed, length);
      if (sizeof(Real) == 8) products_.push_back({length, best(fft_pass::product, length)});
      rows.push_back(row);
    }
    for (const auto& r : rows)
      std::printf("    {%d, %d, {%d, %d}, {%d, %d}, {%d, %d}},\n", r.real_bytes, r.points,
                  r.columns.transforms, r.columns.blocks, r.rows.transforms, r.rows.blocks,
                  r.transposed.transforms, r.transposed.blocks);
    for (const auto& p : products_)
      std::printf("    {%d, {%d, %d}},\n", p.points, p.rows.transforms, p.rows.blocks);
  }

 private:
  static constexpr std::uint64_t points = (std::uint64_t{1} << 30) / sizeof(complex<Real>);

  /// The median throughput of some runs, in TB per second.
  template <class Work>
  double rate(Work&& work) {
    std::vector<double> seconds;
    for (int i = 0; i < 7; ++i) seconds.push_back(tuner_->executor().seconds_of(work));
    return 2.0 * points * sizeof(complex<Real>) / gbi::bench::median(seconds) * 1e-12;
  }

  double rate_of_columns(int length, std::uint32_t groups, block_policy policy) {
    const gbi::plan::fft_shape shape{points, 1, {length, 1}, static_cast<int>(points / 1024 / groups)};
    gbi::kernels::columns_arguments<gbi::kernels::points_in<Real>> a{};
    a.end.at = {data_.data(), points};
    a.data = {data_.data(), points};
    a.width = points / groups / static_cast<std::uint64_t>(length);
    a.groups = groups;
    a.points = points;
    a.tables.circle_roots = tables_.circle_roots<Real>(shape);
    a.tables.roots = tables_.stages<Real>();
    a.tables.near = tables_.near<Real>(points / groups, static_cast<std::uint32_t>(length));
    return rate([&] { tuner_->columns(a, length, policy); });
  }
  double rate_of_rows(int length, bool transposed, block_policy policy) {
    gbi::kernels::rows_arguments<Real> a{};
    a.in = {data_.data(), points};
    a.out = {transposed ? other_.data() : data_.data(), points};
    a.n1 = 256;
    a.n2 = static_cast<std::uint32_t>(points / 256 / static_cast<std::uint64_t>(length));
    a.batch = 1;
    a.roots = tables_.stages<Real>();
    return rate([&] { tuner_->rows(a, transposed, length, policy); });
  }

  double rate_of_products(int length, block_policy policy) {
    if constexpr (sizeof(Real) == 8) {
      const gbi::kernels::row_product_arguments a{.a = data_.data(),
                                                  .b = other_.data(),
                                                  .points = points,
                                                  .roots = tables_.stages<Real>(),
                                                  .repair = {},
                                                  .row = length};
      return 1.5 * rate([&] { tuner_->products(a, length, policy); });  // moves three arrays, not two
    }
    return 0;
  }

  block_policy best(fft_pass pass, int length) {
    block_policy winner{0, 0};
    double highest = 0;
    for (int choice = 0; choice < gbi::bench::candidates<Real>; ++choice) {
      const block_policy policy = gbi::bench::candidate<Real>(pass, length, choice);
      if (policy.transforms == 0 || policy == winner) continue;
      double mean = 0;
      if (pass == fft_pass::columns) {
        const double first = rate_of_columns(length, 1, policy),
                     second = rate_of_columns(length, 256, policy);
        mean = std::sqrt(first * second);
        std::printf("%zu bytes, columns of %4d, {%2d, %2d}: first %.2f, second %.2f TB/s\n", sizeof(Real),
                    length, policy.transforms, policy.blocks, first, second);
      } else {
        mean = pass == fft_pass::product ? rate_of_products(length, policy)
                                         : rate_of_rows(length, pass == fft_pass::transposed, policy);
        std::printf("%zu bytes, %s of %4d, {%2d, %2d}: %.2f TB/s\n", sizeof(Real),
                    pass == fft_pass::rows      ? "rows"
                    : pass == fft_pass::product ? "products of rows"
                                                : "transposed rows",
                    length, policy.transforms, policy.blocks, mean);
      }
      if (mean > highest) {
        highest = mean;
        winner = policy;
      }
    }
    return winner;
  }

  std::unique_ptr<fft_tuner<Real>> tuner_;
  std::vector<gbi::kernels::product_policy_row> products_;
  gbi::cache::twiddle_tables tables_;
  gbi::exec::buffer<complex<Real>> data_, other_;
};

}  // namespace

int main() {
  search<double>().run();
  search<float>().run();
}
