/// \file
/// Launch shells of kernels/batch.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/batch.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::batch_copy_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_add_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_compare_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_mask_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_select_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_shift_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_divide_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::batch_euclid_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
