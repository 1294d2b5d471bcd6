/// \file
/// Blocks of threads, and the launch of kernels on them.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error "gpu_bigint/device.cuh needs nvcc's option --expt-relaxed-constexpr"
#endif

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "kernels/model/kernel.hpp"
#if defined(__CUDACC__)
#include <cuda_runtime_api.h>

#include "src/exec/cuda/block.cuh"
#else
#include "src/exec/host/block.hpp"
#endif

namespace gbi::device {

#if defined(__CUDACC__)
/// The backend for which this source's kernels are compiled. It is an argument of what differs, so that a
/// program may have sources of both kinds.
constexpr backend target = backend::cuda;
#else
constexpr backend target = backend::host;
#endif

namespace detail {

#if defined(__CUDACC__)
template <int Threads>
using block_of_target = std::conditional_t<Threads == kernels::warp_threads, exec::cuda::cuda_warp<Threads>,
                                           exec::cuda::cuda_block<Threads>>;
#else
template <int Threads>
using block_of_target = exec::host::host_block<Threads>;
#endif

}  // namespace detail

/// A block of a grid as its kernel sees it. A kernel is a sequence of phases: block.phase([&](int thread) {
/// ... }) runs the code for every thread and ends with a barrier. Code between phases computes the same in
/// all threads, and every thread of the block reaches it. A value that a thread keeps from one phase to the
/// next is a per_thread<block<Threads>, T>, indexed by the thread. \tparam Threads the threads: at most a
/// warp's 32, or a multiple of 32
template <int Threads>
class block : public detail::block_of_target<Threads> {
 public:
  using detail::block_of_target<Threads>::block_of_target;
};

/// A block of 32 threads. Its barriers are those of a warp, so a CUDA block of several warps has several of
/// these.
using warp = block<kernels::warp_threads>;

/// A value of T for each thread of a block: a register on CUDA, an array on the host.
using kernels::per_thread;

/// The base of a kernel: its arguments, the threads of a block, how many blocks shall share a multiprocessor
/// (which bounds the registers of a thread), and the type of its shared memory. The kernel adds
///
///     template <class Block>
///     GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args);
using kernels::kernel;

#if defined(__CUDACC__)
/// Inside a CUDA kernel of your own: the warp of this thread, in a block with blockDim.x = 32 and any
/// blockDim.y. Its index counts the warps of the grid.
GBI_DEVICE warp this_warp() {
  return warp(blockIdx.x * blockDim.y + threadIdx.y, 0);
}

namespace detail {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, Kernel::blocks_per_multiprocessor)
    entry(const __grid_constant__ typename Kernel::arguments args) {
  __shared__ typename Kernel::shared_memory shared;
  block<Kernel::threads> own(blockIdx.x, 0);
  Kernel::run(own, shared, args);
}

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw device_error(std::string("gbi::device: ") + what + ": " + cudaGetErrorString(status));
}

}  // namespace detail
#else
namespace detail {

/// Everything is inlined, so that the compiler sees whole phases.
template <class Kernel>
GBI_WHOLE void run_block(block<Kernel::threads>& own, typename Kernel::shared_memory& shared,
                         const typename Kernel::arguments& args) {
  Kernel::run(own, shared, args);
}

}  // namespace detail
#endif

/// Queues a grid of blocks on the context's stream. On the host, runs the blocks one after another in the
/// calling thread.
/// \param where a CUDA context if nvcc compiles the kernel, a host context if a host compiler does
/// \throws std::invalid_argument for a context of the other backend
/// \throws device_error
template <class Kernel, backend Target = target>
void launch(const context& where, std::uint32_t blocks, const typename Kernel::arguments& args) {
  if (where.backend() != Target)
    throw std::invalid_argument("gbi::device::launch: the kernel was compiled for the other backend");
#if defined(__CUDACC__)
  if (blocks == 0) return;
  detail::check(cudaSetDevice(where.device()), "cannot choose the device");
  detail::entry<Kernel><<<blocks, Kernel::threads, 0, static_cast<cudaStream_t>(where.stream())>>>(args);
  detail::check(cudaGetLastError(), "cannot launch a kernel");
#else
  alignas(64) typename Kernel::shared_memory shared;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    block<Kernel::threads> own(i, 0);
    detail::run_block<Kernel>(own, shared, args);
  }
#endif
}

/// Memory that host code and this source's kernels both read and write: managed memory on CUDA. Host code
/// waits for the kernels before it reads.
template <class T, backend Target = target>
struct allocator {
  /// The type of the elements.
  using value_type = T;
  /// The allocator of other elements.
  template <class U>
  struct rebind {
    using other = allocator<U, Target>;  ///< the type
  };
  allocator() = default;
  /// An allocator of other elements.
  template <class U>
  allocator(const allocator<U, Target>&) {}

  /// Memory for `count` elements.
  /// \throws device_error, std::bad_alloc
  T* allocate(std::size_t count) {
#if defined(__CUDACC__)
    T* memory = nullptr;
    detail::check(cudaMallocManaged(&memory, count * sizeof(T)), "cannot allocate memory");
    return memory;
#else
    return std::allocator<T>{}.allocate(count);
#endif
  }
  /// Frees what allocate() returned.
  void deallocate(T* memory, [[maybe_unused]] std::size_t count) noexcept {
#if defined(__CUDACC__)
    cudaFree(memory);
#else
    std::allocator<T>{}.deallocate(memory, count);
#endif
  }
  /// All allocators are the same.
  friend bool operator==(const allocator&, const allocator&) {
    return true;
  }
};

/// Results of kernels.
template <class T>
using vector = std::vector<T, allocator<T>>;

}  // namespace gbi::device
