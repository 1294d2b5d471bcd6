#include "src/exec/cuda/overlap.hpp"

#include "src/exec/cuda/check.hpp"

namespace gbi::exec::cuda {

namespace {

/// Compiled with the same options as all kernels.
__global__ void specimen() {}

}  // namespace

bool launches_overlap(int device) {
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
  const device_scope scope(device);
  // A newer device may run code that was compiled for an older one and translated when it was loaded.
  cudaFuncAttributes compiled{};
  check(cudaFuncGetAttributes(&compiled, specimen), "cudaFuncGetAttributes");
  return major >= 9 && compiled.ptxVersion >= 90;
}

}  // namespace gbi::exec::cuda
