/// \file
/// Launch shells of kernels/scan.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/scan.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) {
  dispatch<kernels::cuda_scan_shapes>(*this, a, which);
}

}  // namespace gbi::exec::cuda
