#include "src/exec/cuda/check.hpp"

#include <string>

#include "gpu_bigint/error.hpp"

namespace gbi::exec::cuda {

void fail(cudaError_t result, const char* call) {
  cudaGetLastError();  // an error that is not sticky must not be reported again by the next launch
  throw device_error(std::string(call) + ": " + cudaGetErrorName(result) + ", " + cudaGetErrorString(result));
}

}  // namespace gbi::exec::cuda
