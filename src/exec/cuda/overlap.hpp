/// \file
/// Launches that begin before the one ahead of them has ended (programmatic dependent launch, from sm_90 on).
///
/// A grid whose launch may overlap is brought to the multiprocessors while the memory of the one before is
/// still being made visible, and waits in the device for that: about 1 us less between two launches. It is
/// let go when all blocks before it have ended, not earlier: blocks that lie in wait among working ones are
/// dealt out unevenly, and take shared memory from the first level of the cache (docs/performance.md,
/// "Launches").
#pragma once

namespace gbi::exec::cuda {

/// Whether the device can do that, and the code that it runs was compiled to wait.
bool launches_overlap(int device);

#if defined(__CUDACC__)
/// Waits until all that was queued before is done and can be seen: the first thing that every kernel does.
__device__ inline void await_previous_grid() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
#endif

}  // namespace gbi::exec::cuda
