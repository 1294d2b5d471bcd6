/// \file
/// Launch shells of the transform kernels for products.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/fft_product.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::pointwise_arguments<double>& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::digits_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::rounding_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::row_product_arguments& a, int row, std::uint32_t batch) {
  dispatch(*this, a, row, batch);
}
void cuda_executor::launch(const kernels::block_product_arguments& a, int points) {
  dispatch(*this, a, points);
}

}  // namespace gbi::exec::cuda
