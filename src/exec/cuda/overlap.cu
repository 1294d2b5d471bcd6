#include "src/exec/cuda/overlap.hpp"

#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/code.hpp"

namespace gbi::exec::cuda {

namespace {

/// Compiled with the same options as all kernels.
__global__ void specimen() {}

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
constexpr int warpgroup_threads = 128;
#else
constexpr int warpgroup_threads = 32;
#endif
/// The bound on its threads tells whether the loaded code is that for sm_90a.
__global__ void __launch_bounds__(warpgroup_threads) warpgroup_specimen() {}

}  // namespace

bool launches_overlap(int device) {
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
  const device_scope scope(device);
  static loaded_on devices;
  // A newer device may run code that was compiled for an older one and translated when it was loaded.
  const cudaFuncAttributes compiled = load(reinterpret_cast<const void*>(specimen), devices, device);
  return major >= 9 && compiled.ptxVersion >= 90;
}

bool multiplies_by_warpgroups(int device) {
  const device_scope scope(device);
  static loaded_on devices;
  return load(reinterpret_cast<const void*>(warpgroup_specimen), devices, device).maxThreadsPerBlock == 128;
}

}  // namespace gbi::exec::cuda
