#include "src/exec/cuda/code.hpp"

#include <cstddef>

#include "src/exec/cuda/check.hpp"

namespace gbi::exec::cuda {

bool loaded_on::has_room() {
  constexpr std::size_t most_code = std::size_t{64} << 20;
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  return free >= most_code;
}

cudaFuncAttributes load(const void* kernel, loaded_on& devices, int device) {
  constexpr const char* call = "cudaFuncGetAttributes";
  if (!devices.may_load(device)) fail(cudaErrorMemoryAllocation, call);
  cudaFuncAttributes result{};
  check(cudaFuncGetAttributes(&result, kernel), call);
  devices.add(device);
  return result;
}

}  // namespace gbi::exec::cuda
