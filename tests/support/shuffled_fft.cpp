/// \file
/// The transform kernels of the shuffled executor, apart from the others because they take long to compile.
#include "src/exec/dispatch/fft.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::columns_arguments& a, exec::columns_pass pass, int column,
                               std::uint32_t batch) {
  dispatch(*this, a, pass, column, batch);
}
void shuffled_executor::launch(const kernels::rows_arguments& a, int row, std::uint32_t batch) {
  dispatch(*this, a, row, batch);
}
void shuffled_executor::launch(const kernels::block_product_arguments& a, int points, std::uint32_t batch) {
  dispatch(*this, a, points, batch);
}

}  // namespace gbi::test
