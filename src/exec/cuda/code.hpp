/// \file
/// The code of kernels. CUDA loads it when a kernel is first used. If the device has no memory for it then,
/// every later launch of this kernel fails, too, for as long as the process lives. So no kernel is loaded
/// unless there is room (docs/decisions/0058-code-finds-room.md).
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace gbi::exec::cuda {

/// The devices that have loaded a kernel. Not known beyond the first 64.
class loaded_on {
 public:
  bool contains(int device) const {
    return device < most && (__atomic_load_n(&bits_, __ATOMIC_RELAXED) >> device & 1) != 0;
  }
  void add(int device) {
    if (device < most) __atomic_fetch_or(&bits_, std::uint64_t{1} << device, __ATOMIC_RELAXED);
  }
  /// Whether the kernel is loaded or finds room on the current device.
  bool may_load(int device) const { return contains(device) || device >= most || has_room(); }

  /// Whether the current device has room for the code of a kernel and the stacks of its threads, or for
  /// graphs.
  static bool has_room();

 private:
  static constexpr int most = 64;

  std::uint64_t bits_ = 0;
};

/// Loads a kernel of the library on the current device.
/// \throws out_of_memory if there is no room; device_error if the device cannot run the code
cudaFuncAttributes load(const void* kernel, loaded_on& devices, int device);

}  // namespace gbi::exec::cuda
