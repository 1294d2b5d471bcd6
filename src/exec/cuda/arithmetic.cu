/// \file
/// Launch shells of kernels/arithmetic.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::add_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::residual_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::compare_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::significant_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::report_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::shift_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::cuda
