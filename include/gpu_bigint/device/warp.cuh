/// \file
/// Blocks of threads. This header and those of numbers need no library on the host, so NVRTC compiles them,
/// too.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__) && !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error "gpu_bigint/device.cuh needs nvcc's option --expt-relaxed-constexpr"
#endif

#include <cstdint>
#include <type_traits>

#include "kernels/model/kernel.hpp"
#if defined(__CUDACC__)
#include "src/exec/cuda/block.cuh"
#else
#include "src/exec/host/block.hpp"
#endif

namespace gbi::device {

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
/// next is a per_thread<block<Threads>, T>, indexed by the thread.
///
/// \tparam Threads the threads: at most a warp's 32, or a multiple of 32
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

/// The base of a kernel whose blocks wait for the blocks before them, as grid_inclusive_scan does.
template <class Arguments, int Threads, int BlocksPerMultiprocessor,
          class SharedMemory = kernels::no_shared_memory>
struct ordered_kernel : kernel<Arguments, Threads, BlocksPerMultiprocessor, SharedMemory> {
  /// For executors that would start blocks in any order.
  static constexpr bool in_order = true;
};

#if defined(__CUDACC__)
/// Inside a CUDA kernel of your own: the warp of this thread, in a block with blockDim.x = 32 and any
/// blockDim.y. Its index counts the warps of the grid.
GBI_DEVICE warp this_warp() {
  return warp(blockIdx.x * blockDim.y + threadIdx.y, 0);
}
#endif

}  // namespace gbi::device
