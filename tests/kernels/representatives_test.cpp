/// \file
/// Which instances tests/support/representatives.hpp leaves to the host executor.
#include <gtest/gtest.h>

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

namespace {

/// Whether a launch runs shuffled. The launch has no blocks: its arguments only select the instance.
bool runs_shuffled(const auto& arguments) {
  shuffled_executor executor(test_seed());
  executor.launch(arguments);
  return executor.launches_left_to_host() == 0;
}

template <class End>
bool columns_run_shuffled(int length) {
  kernels::columns_arguments<End> a{};
  a.column = length;
  a.width = 128;
  return runs_shuffled(a);
}
template <class... Ends>
void expect_shuffled(int length) {
  for (const bool runs : {columns_run_shuffled<Ends>(length)...}) EXPECT_TRUE(runs) << length;
}

TEST(Representatives, Columns) {
  using namespace kernels;
  for (const int length : {64, 144, 240, 512}) expect_shuffled<points_in<double>, points_out<double>>(length);
  for (const int length : {64, 240})
    expect_shuffled<reals_in<double>, reals_out<double>, points_in<float>, points_out<float>, reals_in<float>,
                    reals_out<float>, digits_in<recoding::balanced>, coefficients_out,
                    digits_in<recoding::random>, measured_out, sums_out>(length);
  for (const int length : {64, 192})
    expect_shuffled<points_in<m31>, points_out<m31>, words_in<m31>, residues_out<m31>, points_in<m61>,
                    points_out<m61>, words_in<m61>, residues_out<m61>>(length);
  EXPECT_FALSE(columns_run_shuffled<points_in<double>>(128));
}

TEST(Representatives, TallColumnsAndRows) {
  const auto column_runs_shuffled = [](auto arguments, int length) {
    arguments.column = length;
    return runs_shuffled(arguments);
  };
  for (const int length : {2048, 2304, 2560, 3072, 3584, 3840, 4096}) {
    const bool is_one = length == 2048 || length == 3840;
    EXPECT_EQ(column_runs_shuffled(kernels::tall_columns_arguments{}, length), is_one) << length;
    EXPECT_EQ(column_runs_shuffled(kernels::tall_sums_arguments{}, length), is_one) << length;
  }
  for (const int length : {1024, 2048, 4096})
    for (const auto work : {kernels::tall_rows::product, kernels::tall_rows::square,
                            kernels::tall_rows::by_spectrum, kernels::tall_rows::only_spectrum}) {
      kernels::tall_rows_arguments rows{};
      rows.row = length;
      rows.work = work;
      EXPECT_EQ(runs_shuffled(rows), length != 2048) << length;
    }
}

TEST(Representatives, Rows) {
  for (const int length : {64, 512})
    for (const bool transposed : {false, true}) {
      kernels::rows_arguments<double> rows{};
      rows.row = length;
      rows.transposed = transposed;
      EXPECT_TRUE(runs_shuffled(rows)) << length;
      kernels::row_product_arguments product{};
      product.row = length;
      product.threads = transposed ? kernels::row_threads::many : kernels::row_threads::few;
      EXPECT_TRUE(runs_shuffled(product)) << length;
      kernels::block_product_arguments block{};
      block.points = length;
      EXPECT_TRUE(runs_shuffled(block)) << length;
    }
  kernels::rows_arguments<float> longer{};
  longer.row = 1024;
  EXPECT_FALSE(runs_shuffled(longer));
  for (const int length : {64, 512, 1024}) {
    kernels::real_rows_arguments<double> rows{};
    rows.row = length;
    EXPECT_EQ(runs_shuffled(rows), length != 1024) << length;
    kernels::real_rows_arguments<float> narrow{};
    narrow.row = length;
    EXPECT_EQ(runs_shuffled(narrow), length == 64) << length;
  }
}

TEST(Representatives, Teams) {
  for (const int threads : {1, 32, 64})
    for (const auto how : {kernels::arithmetic::doubles, kernels::arithmetic::words}) {
      const kernels::team_shape team{threads, 4};
      kernels::montgomery_arguments squares{};
      squares.how = how;
      squares.team = team;
      EXPECT_TRUE(runs_shuffled(squares));
      kernels::mul_mod_arguments product{};
      product.modulus.how = how;
      product.team = team;
      EXPECT_TRUE(runs_shuffled(product));
      kernels::pow_mod_arguments power{};
      power.modulus.how = how;
      power.team = team;
      EXPECT_TRUE(runs_shuffled(power));
      power.team.threads = 1;
      power.team.limbs = 8;
      power.modulus.how = kernels::arithmetic::doubles;
      EXPECT_FALSE(runs_shuffled(power));
    }
}

TEST(Representatives, Scans) {
  const auto scan = [](kernels::scan_type type, kernels::scan_operator combine) {
    const bool is_short = type == kernels::scan_type::uint32 || type == kernels::scan_type::float32;
    kernels::scan_arguments a{};
    a.type = type;
    a.combine = combine;
    a.stage = kernels::scan_stage::look_back;
    a.shape = shuffled_executor::scan_shapes[is_short ? 0 : 1];
    switch (type) {
      case kernels::scan_type::uint32:
        return runs_shuffled(kernels::scan_arguments_of<kernels::scan_type::uint32>{a});
      case kernels::scan_type::uint64:
        return runs_shuffled(kernels::scan_arguments_of<kernels::scan_type::uint64>{a});
      case kernels::scan_type::float32:
        return runs_shuffled(kernels::scan_arguments_of<kernels::scan_type::float32>{a});
      case kernels::scan_type::float64:
        return runs_shuffled(kernels::scan_arguments_of<kernels::scan_type::float64>{a});
    }
    return false;
  };
  using kernels::scan_type, kernels::scan_operator;
  for (const auto combine : {scan_operator::sum, scan_operator::product, scan_operator::flipped_maximum})
    EXPECT_TRUE(scan(scan_type::uint64, combine));
  EXPECT_TRUE(scan(scan_type::uint32, scan_operator::sum));
  EXPECT_TRUE(scan(scan_type::float32, scan_operator::flipped_maximum));
  EXPECT_TRUE(scan(scan_type::float64, scan_operator::product));
  EXPECT_FALSE(scan(scan_type::float64, scan_operator::sum));
}

}  // namespace

}  // namespace gbi::test
