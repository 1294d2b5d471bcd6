/// \file
/// Instances that tests/support/representatives.hpp leaves to the host executor. Every list must have at
/// least one instance that runs shuffled.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "src/exec/grids/arithmetic.hpp"
#include "src/exec/grids/batch.hpp"
#include "src/exec/grids/convolution.hpp"
#include "src/exec/grids/distribute.hpp"
#include "src/exec/grids/division.hpp"
#include "src/exec/grids/fermat.hpp"
#include "src/exec/grids/fft_columns.hpp"
#include "src/exec/grids/fft_product.hpp"
#include "src/exec/grids/fft_rows.hpp"
#include "src/exec/grids/mersenne.hpp"
#include "src/exec/grids/modular.hpp"
#include "src/exec/grids/normalize.hpp"
#include "src/exec/grids/number_theory.hpp"
#include "src/exec/grids/radix.hpp"
#include "src/exec/grids/rns.hpp"
#include "src/exec/grids/scan.hpp"
#include "src/exec/grids/verify.hpp"
#include "src/exec/shells.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

namespace {

/// A launcher that runs nothing. It counts the instances of a list entry, because compiling an instance
/// counts it.
template <class Entry>
struct census {
  static constexpr kernels::machine machine = shuffled_executor::machine;
  static constexpr const auto& scan_shapes = shuffled_executor::scan_shapes;
  static std::uint32_t multiprocessors() { return 1; }

  static inline int shuffled = 0, left_to_host = 0;
  template <class Kernel>
  struct instance {
    static inline const bool is_counted = (++(is_representative<Kernel> ? shuffled : left_to_host), true);
  };
  template <class Kernel>
  void run(std::uint32_t, std::uint32_t, const typename Kernel::arguments&) {
    static_cast<void>(&instance<Kernel>::is_counted);
  }
};

struct counts {
  int shuffled, left_to_host;
};
template <class... Entries>
auto counts_of(kernels::launches::list<Entries...>) {
  const std::array<const void*, sizeof...(Entries)> shells{
      exec::shells<census<Entries>, kernels::launches::list<Entries>>::all...};
  EXPECT_GT(shells.size(), 0U);
  return std::array{counts{census<Entries>::shuffled, census<Entries>::left_to_host}...};
}

TEST(Representatives, EveryEntryOfTheListRunsShuffled) {
  const auto found = counts_of(exec::launches::all{});
  int left = 0;
  for (std::size_t which = 0; which < found.size(); ++which) {
    EXPECT_GT(found[which].shuffled, 0) << "entry " << which << " of src/exec/launches.hpp";
    left += found[which].left_to_host;
  }
  EXPECT_GT(left, 0);
}

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
                    digits_in<recoding::random>, measured_out>(length);
  for (const int length : {64, 192})
    expect_shuffled<points_in<m31>, points_out<m31>, words_in<m31>, residues_out<m31>, points_in<m61>,
                    points_out<m61>, words_in<m61>, residues_out<m61>>(length);
  EXPECT_FALSE(columns_run_shuffled<points_in<double>>(128));
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
    return runs_shuffled(a);
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
