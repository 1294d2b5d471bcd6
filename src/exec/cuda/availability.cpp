/// \file
/// Why a CUDA device cannot be used.

#include "gpu_bigint/error.hpp"
#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/overlap.hpp"
#include "src/exec/cuda/versions.hpp"
#include "src/process/concat.hpp"

namespace gbi::exec::cuda {

namespace {

/// The error in CUDA's words. Clears the error, so that the next launch does not report it again.
std::string text_of(cudaError_t result) {
  cudaGetLastError();
  return std::string(cudaGetErrorName(result)) + ", " + cudaGetErrorString(result);
}

/// A version as CUDA encodes it: 1000 major + 10 minor.
std::string version_text(int version) {
  return concat(version / 1000, ".", version % 1000 / 10);
}

std::string why_no_devices(cudaError_t result) {
  const std::string text = " (" + text_of(result) + ")";
  if (result == cudaErrorNoDevice) return "there is no CUDA device" + text;
  if (result != cudaErrorInsufficientDriver) return "CUDA cannot be used" + text;
  int driver = 0;  // stays 0 if there is no driver
  if (cudaDriverGetVersion(&driver) != cudaSuccess) cudaGetLastError();
  if (driver == 0) return "there is no NVIDIA driver" + text;
  return "the NVIDIA driver is too old: it is for CUDA " + version_text(driver) + ", and gpu_bigint needs " +
         version_text(CUDART_VERSION) + text;
}

}  // namespace

std::string driver_version() {
  int version = 0;
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  return version_text(version);
}

std::string runtime_version() {
  return version_text(CUDART_VERSION);
}

std::string why_unavailable(int device) {
  int count = 0;
  if (const cudaError_t result = cudaGetDeviceCount(&count); result != cudaSuccess)
    return why_no_devices(result);
  const std::string name = concat("CUDA device ", device);
  if (device < 0 || device >= count)
    return concat("there is no ", name, ": there ", count == 1 ? "is " : "are ", count, ", counted from 0 (",
                  text_of(cudaErrorInvalidDevice), ")");
  int has_pools = 0;
  if (const cudaError_t result = cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device);
      result != cudaSuccess)
    return name + " does not answer (" + text_of(result) + ")";
  if (has_pools == 0) return name + " has no stream-ordered memory pools";
  try {
    launches_overlap(device);
  } catch (const out_of_memory& error) {
    return name + " has no memory for the code of this build (" + error.what() + ")";
  } catch (const device_error& error) {
    return name + " cannot run the code of this build (" + error.what() + ")";
  }
  return {};
}

}  // namespace gbi::exec::cuda
