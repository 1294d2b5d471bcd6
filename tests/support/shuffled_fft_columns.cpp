/// \file
/// The column passes of the shuffled executor, apart from the others because they take long to compile.
#include "src/exec/dispatch/fft_columns.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::columns_arguments<double>& a, kernels::direction direction,
                               kernels::columns_end end, int column, std::uint32_t batch) {
  dispatch(*this, a, direction, end, column, batch);
}

void shuffled_executor::launch(const kernels::columns_arguments<float>& a, kernels::direction direction,
                               kernels::columns_end end, int column, std::uint32_t batch) {
  dispatch(*this, a, direction, end, column, batch);
}

}  // namespace gbi::test
