/// \file
/// The features that the code for a device was compiled with. One is overlap: a launch begins before the
/// previous one has ended (programmatic dependent launch, sm_90 and later).
///
/// If launches may overlap, the blocks of a grid reach the multiprocessors while the memory of the previous
/// grid is still being made visible, and wait on the device for that. This saves about 1 us between two
/// launches. A grid is released only when all blocks of the previous grid have ended, not earlier. Blocks
/// that wait among running ones would be distributed unevenly, and their shared memory would shrink the L1
/// cache (docs/decisions/0016-launches-overlap.md).
#pragma once

namespace gbi::exec::cuda {

/// Whether the device supports overlapping launches and its code was compiled to wait. Loads the code.
/// \throws device_error if the device cannot run the code
bool launches_overlap(int device);

/// Whether the device's code multiplies bytes by warpgroups (src/exec/cuda/warpgroup_product.cuh). Loads the
/// code.
/// \throws device_error if the device cannot run the code
bool multiplies_by_warpgroups(int device);

#if defined(__CUDACC__)
/// Waits until all earlier work is complete and visible. Every kernel begins with this.
__device__ inline void await_previous_grid() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
#endif

}  // namespace gbi::exec::cuda
