/// \file
/// Launch shells of kernels/radix.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/radix.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::parse_leaves_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::format_leaves_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::parse_bits_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::format_bits_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
