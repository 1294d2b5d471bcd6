#include "src/exec/cuda/check.hpp"

#include "gpu_bigint/error.hpp"
#include "src/process/concat.hpp"

namespace gbi::exec::cuda {

void fail(cudaError_t result, const char* call) {
  cudaGetLastError();  // an error that is not sticky must not be reported again by the next launch
  const std::string text =
      std::string(call) + ": " + cudaGetErrorName(result) + ", " + cudaGetErrorString(result);
  if (result == cudaErrorMemoryAllocation) throw out_of_memory(text);
  throw device_error(text);
}

void fail_too_many(std::uint64_t blocks) {
  throw device_error(concat("launch of ", blocks, " blocks: more than a grid holds"));
}

}  // namespace gbi::exec::cuda
