/// \file
/// Launch shells of kernels/mersenne.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/mersenne.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::weighted_digits_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::weighted_carry_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::weighted_coefficients_arguments& a) {
  dispatch(*this, a);
}
void cuda_executor::launch(const kernels::spectrum_square_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
