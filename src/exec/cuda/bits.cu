/// \file
/// Launch shells of kernels/bits.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/bits.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::lowest_one_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::bitwise_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::ones_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::digest_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
