/// \file
/// The part of the CUDA executor that the sources of kernels see: the launch of a grid. These sources include
/// no headers of the standard library for strings, memory or functions, because nvcc takes longer for those
/// than for all others (docs/decisions/0041).
#pragma once

#include <cstdint>

#include "kernels/scan/arguments.hpp"

namespace gbi::exec::cuda {

struct grid_launch;

class cuda_launcher {
 public:
  static constexpr const auto& scan_shapes = kernels::cuda_scan_shapes;
  std::uint32_t multiprocessors() const noexcept { return multiprocessors_; }
  /// Runs a kernel on blocks * batch blocks (launch.cuh).
  /// \throws device_error for more blocks than a grid holds, and if CUDA reports an error
  /// \throws out_of_memory if the device has no room for the code of the kernel, even if nothing is kept for
  /// later use
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);

 protected:
  cuda_launcher() = default;
  ~cuda_launcher() = default;

  /// Launches the grid, or copies its arguments and launches it later in the same order.
  virtual void queue_grid(const grid_launch& grid) = 0;

  std::uint32_t multiprocessors_ = 0;
};

}  // namespace gbi::exec::cuda
