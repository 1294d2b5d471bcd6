/// \file
/// Every kernel must have at least one instance that runs shuffled (tests/support/representatives.hpp).
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "src/exec/all_launches.hpp"
#include "src/exec/grids/arithmetic.hpp"
#include "src/exec/grids/batch.hpp"
#include "src/exec/grids/convolution.hpp"
#include "src/exec/grids/distribute.hpp"
#include "src/exec/grids/division.hpp"
#include "src/exec/grids/fermat.hpp"
#include "src/exec/grids/fft_columns.hpp"
#include "src/exec/grids/fft_product.hpp"
#include "src/exec/grids/fft_rows.hpp"
#include "src/exec/grids/fft_tall.hpp"
#include "src/exec/grids/mersenne.hpp"
#include "src/exec/grids/modular.hpp"
#include "src/exec/grids/normalize.hpp"
#include "src/exec/grids/number_theory.hpp"
#include "src/exec/grids/radix.hpp"
#include "src/exec/grids/rns.hpp"
#include "src/exec/grids/scan.hpp"
#include "src/exec/grids/verify.hpp"
#include "src/exec/shells.hpp"
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
    EXPECT_GT(found[which].shuffled, 0) << "entry " << which << " of src/exec/all_launches.hpp";
    left += found[which].left_to_host;
  }
  EXPECT_GT(left, 0);
}

}  // namespace

}  // namespace gbi::test
