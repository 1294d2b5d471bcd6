/// \file
/// Launch shells of kernels/division.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/division.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::short_division_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::remainder_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void cuda_executor::launch(const kernels::limb_division_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
