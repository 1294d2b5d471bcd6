/// \file
/// Launch shells of kernels/convolution.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/convolution.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::tile_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::column_sum_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::limb_product_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::short_product_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::cuda
