/// \file
/// Launch shells of the transforms of rows in single precision.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/fft_rows.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::rows_arguments<float>& a, kernels::direction direction,
                           bool transposed, int row) {
  transposed ? dispatch_transposed(*this, a, direction, row) : dispatch(*this, a, direction, row);
}
void cuda_executor::launch(const kernels::mixed_rows_arguments<float>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}
void cuda_executor::launch(const kernels::real_spectrum_arguments<float>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}

}  // namespace gbi::exec::cuda
