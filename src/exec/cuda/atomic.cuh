/// \file
/// Atomic operations on device memory with the memory order that a block promises (kernels/model/block.hpp),
/// one PTX instruction each. cuda::atomic_ref compiles to the same instructions, but nvcc takes longer for
/// its header than for all other headers of a kernel together (docs/decisions/0041).
///
/// Source: NVIDIA, "Parallel Thread Execution ISA", memory consistency model; atom, ld and st.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::exec::cuda {

// Relaxed, for all threads of the device. Additions and maxima return the previous value.
GBI_DEVICE std::uint32_t relaxed_add(std::uint32_t* address, std::uint32_t value) {
  std::uint32_t before;
  asm volatile("atom.add.relaxed.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(address), "r"(value) : "memory");
  return before;
}
GBI_DEVICE std::uint64_t relaxed_add(std::uint64_t* address, std::uint64_t value) {
  std::uint64_t before;
  asm volatile("atom.add.relaxed.gpu.u64 %0, [%1], %2;" : "=l"(before) : "l"(address), "l"(value) : "memory");
  return before;
}
GBI_DEVICE std::uint64_t relaxed_max(std::uint64_t* address, std::uint64_t value) {
  std::uint64_t before;
  asm volatile("atom.max.relaxed.gpu.u64 %0, [%1], %2;" : "=l"(before) : "l"(address), "l"(value) : "memory");
  return before;
}

GBI_DEVICE void relaxed_store(std::uint64_t* address, std::uint64_t value) {
  asm volatile("st.relaxed.gpu.b64 [%0], %1;" : : "l"(address), "l"(value) : "memory");
}
GBI_DEVICE std::uint64_t relaxed_load(const std::uint64_t* address) {
  std::uint64_t value;
  asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  return value;
}

GBI_DEVICE std::uint32_t acquire_load(const std::uint32_t* address) {
  std::uint32_t value;
  asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

/// A relaxed store that the host and other devices see, too.
GBI_DEVICE void system_relaxed_store(std::uint64_t* address, std::uint64_t value) {
  asm volatile("st.relaxed.sys.b64 [%0], %1;" : : "l"(address), "l"(value) : "memory");
}

// Operations that begin with a fence are calls. Usually one thread of a block needs them. Inlined, they
// become predicated instructions, and a fence occupies a warp for tens of cycles even if the predicate holds
// in none of its lanes. A call is behind a branch.

/// Adds. This thread's earlier accesses stay before the addition, and its later ones after it.
__device__ __noinline__ inline std::uint32_t ordered_add(std::uint32_t* address, std::uint32_t value) {
  std::uint32_t before;
  asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(address), "r"(value) : "memory");
  return before;
}
__device__ __noinline__ inline void release_store(std::uint32_t* address, std::uint32_t value) {
  asm volatile("st.release.gpu.b32 [%0], %1;" : : "l"(address), "r"(value) : "memory");
}

/// A release store that the host and other devices see, too.
__device__ __noinline__ inline void system_release_store(std::uint64_t* address, std::uint64_t value) {
  asm volatile("st.release.sys.b64 [%0], %1;" : : "l"(address), "l"(value) : "memory");
}

}  // namespace gbi::exec::cuda
