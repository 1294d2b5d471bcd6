/// \file
/// Checks the result of every CUDA call.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace gbi::exec::cuda {

/// \throws out_of_memory or device_error with the name of the call and CUDA's message
[[noreturn]] void fail(cudaError_t result, const char* call);

/// The most blocks of a grid.
inline constexpr std::uint64_t most_blocks = (std::uint64_t{1} << 31) - 1;
/// \throws device_error
[[noreturn]] void fail_too_many(std::uint64_t blocks);

/// \throws out_of_memory or device_error naming the call if it failed
inline void check(cudaError_t result, const char* call) {
  if (result != cudaSuccess) fail(result, call);
}

/// Makes a device the calling thread's current one for the lifetime of this object.
class device_scope {
 public:
  explicit device_scope(int device) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    if (before_ != device) check(cudaSetDevice(device), "cudaSetDevice");
    changed_ = before_ != device;
  }
  ~device_scope() {
    if (changed_) cudaSetDevice(before_);
  }
  device_scope(const device_scope&) = delete;
  device_scope& operator=(const device_scope&) = delete;

 private:
  int before_ = 0;
  bool changed_ = false;
};

}  // namespace gbi::exec::cuda
