/// \file
/// The transforms of rows of the shuffled executor, apart from the others because they take long to compile.
#include "src/exec/dispatch/fft_rows.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch, exec::dispatch_transposed;

void shuffled_executor::launch(const kernels::rows_arguments<double>& a, kernels::direction direction,
                               bool transposed, int row) {
  transposed ? dispatch_transposed(*this, a, direction, row) : dispatch(*this, a, direction, row);
}
void shuffled_executor::launch(const kernels::mixed_rows_arguments<double>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}
void shuffled_executor::launch(const kernels::real_spectrum_arguments<double>& a,
                               kernels::direction direction) {
  dispatch(*this, a, direction);
}

void shuffled_executor::launch(const kernels::rows_arguments<float>& a, kernels::direction direction,
                               bool transposed, int row) {
  transposed ? dispatch_transposed(*this, a, direction, row) : dispatch(*this, a, direction, row);
}
void shuffled_executor::launch(const kernels::mixed_rows_arguments<float>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}
void shuffled_executor::launch(const kernels::real_spectrum_arguments<float>& a,
                               kernels::direction direction) {
  dispatch(*this, a, direction);
}

}  // namespace gbi::test
