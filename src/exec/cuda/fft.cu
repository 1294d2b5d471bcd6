/// \file
/// Launch shells of kernels/fft.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/fft.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::columns_arguments& a, columns_pass pass, int column,
                           std::uint32_t batch) {
  dispatch(*this, a, pass, column, batch);
}
void cuda_executor::launch(const kernels::rows_arguments& a, int row, std::uint32_t batch) {
  dispatch(*this, a, row, batch);
}
void cuda_executor::launch(const kernels::block_product_arguments& a, int points, std::uint32_t batch) {
  dispatch(*this, a, points, batch);
}

}  // namespace gbi::exec::cuda
