/// \file
/// Launch shells of kernels/tree.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/tree.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::word_leaves_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::gather_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::sign_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
