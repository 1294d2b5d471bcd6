/// \file
/// The transform kernels of the shuffled executor, apart from the others because they take long to compile.
#include "src/exec/dispatch/fft.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::columns_arguments& a, exec::columns_pass pass, int log2_column,
                               std::uint32_t batch) {
  dispatch(*this, a, pass, log2_column, batch);
}
void shuffled_executor::launch(const kernels::rows_arguments& a, int log2_row, std::uint32_t batch) {
  dispatch(*this, a, log2_row, batch);
}
void shuffled_executor::launch(const kernels::block_product_arguments& a, int log2_points,
                               std::uint32_t batch) {
  dispatch(*this, a, log2_points, batch);
}

}  // namespace gbi::test
