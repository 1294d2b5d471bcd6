/// \file
/// What the sources of kernels see of the CUDA executor: how it launches a grid. They include no headers of
/// the standard library with strings, memory or functions, which take nvcc longer than all others.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/scan/arguments.hpp"

namespace gbi::exec::cuda {

/// An entry of a kernel, and what its blocks take.
struct kernel_entry {
  const void* function;
  int threads;
  std::size_t shared_bytes;
  std::uint64_t* allowed;  ///< a bit for each device on which that much shared memory has been requested
};

class cuda_launcher {
 public:
  static constexpr const auto& scan_shapes = kernels::cuda_scan_shapes;
  std::uint32_t multiprocessors() const noexcept { return multiprocessors_; }
  /// Runs a kernel on blocks * batch blocks (launch.cuh).
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);

 protected:
  cuda_launcher(int device, cudaStream_t stream) : device_(device), stream_(stream) {}

  int device_;
  cudaStream_t stream_;
  std::uint32_t multiprocessors_ = 0;
  bool launches_overlap_ = false;

 private:
  /// \param arguments the addresses of the entry's arguments
  /// \throws device_error for more blocks than a grid holds, and if CUDA reports an error
  void launch(const kernel_entry& entry, std::uint64_t blocks, void** arguments);
};

}  // namespace gbi::exec::cuda
