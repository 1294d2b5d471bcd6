/// \file
/// The part of the CUDA executor that the sources of kernels see: the launch of a grid. These sources include
/// no headers of the standard library for strings, memory or functions, because nvcc takes longer for those
/// than for all others (docs/decisions/0041).
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/scan/arguments.hpp"

namespace gbi::exec::cuda {

class cuda_launcher {
 public:
  static constexpr const auto& scan_shapes = kernels::cuda_scan_shapes;
  std::uint32_t multiprocessors() const noexcept { return multiprocessors_; }
  /// Runs a kernel on blocks * batch blocks (launch.cuh).
  /// \throws device_error for more blocks than a grid holds, and if CUDA reports an error
  /// \throws out_of_memory if the device has no room for the code of the kernel, even after make_room()
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);

 protected:
  cuda_launcher(int device, cudaStream_t stream) : device_(device), stream_(stream) {}
  ~cuda_launcher() = default;

  /// Returns memory to the device that is kept for later use.
  virtual void make_room() = 0;

  int device_;
  cudaStream_t stream_;
  std::uint32_t multiprocessors_ = 0;
  bool launches_overlap_ = false;
};

}  // namespace gbi::exec::cuda
