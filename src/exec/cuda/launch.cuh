/// \file
/// The launch of grids on CUDA: one kernel entry for every kernel body.
///
/// Blocks start in the order of blockIdx.x on all current GPUs. CUDA does not promise that, but CUB's scan
/// relies on it, and so do the kernels marked `in_order` here. The alternative is to draw tickets from a
/// counter, which costs every block a round trip to the L2 cache before it can load anything.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

#include "kernels/verify/gate.hpp"
#include "src/exec/cuda/block.cuh"
#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/overlap.hpp"

namespace gbi::exec::cuda {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, Kernel::blocks_per_multiprocessor)
    entry(const __grid_constant__ typename Kernel::arguments a, std::uint32_t blocks_per_problem) {
  extern __shared__ __align__(16) unsigned char shared[];
  await_previous_grid();
  cuda_block<Kernel::threads> block(blocks_per_problem);
  Kernel::run(block, *reinterpret_cast<typename Kernel::shared_memory*>(shared), a);
}

/// The entry of kernels that repair products. They are launched with every product and almost never have
/// work. A few blocks, each of which stands for a run of neighbours, find that out at almost no cost.
///
/// Blocks may wait for earlier ones (`in_order`), and grids of several streams share the device, so nothing
/// may depend on how many blocks are resident. With runs, it does not: a block waits only for its own earlier
/// indices, which are done, and for blocks that started before it. So the first block that is not done never
/// waits, whatever else occupies the device. Dealt out in turns, index 0 + gridDim would wait for the last
/// block, and two repairs side by side could keep each other's last blocks from starting.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, Kernel::blocks_per_multiprocessor)
    repair_entry(const __grid_constant__ typename Kernel::arguments a, std::uint32_t blocks_per_problem,
                 std::uint32_t batch) {
  extern __shared__ __align__(16) unsigned char shared[];
  await_previous_grid();
  for (std::uint32_t problem = 0; problem < batch; ++problem) {
    if (kernels::is_closed(kernels::gate_of(a), problem)) continue;
    const std::uint32_t run = (blocks_per_problem + gridDim.x - 1) / gridDim.x, begin = blockIdx.x * run;
    for (std::uint32_t i = begin; i < blocks_per_problem && i - begin < run; ++i) {
      cuda_block<Kernel::threads> block(i, problem);
      Kernel::run(block, *reinterpret_cast<typename Kernel::shared_memory*>(shared), a);
    }
  }
}

/// Shared memory above 48 KiB must be requested, once for each kernel and device.
template <class Kernel, auto Entry>
void allow_shared_memory(int device) {
  constexpr std::size_t bytes = sizeof(typename Kernel::shared_memory);
  if constexpr (bytes > 48 * 1024) {
    static std::atomic<std::uint64_t> done{0};
    const std::uint64_t bit = std::uint64_t{1} << (device % 64);
    if (device < 64 && (done.load(std::memory_order_relaxed) & bit) != 0) return;
    check(cudaFuncSetAttribute(Entry, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "cudaFuncSetAttribute(MaxDynamicSharedMemorySize)");
    done.fetch_or(bit, std::memory_order_relaxed);
  }
}

template <class... Parameters, class... Arguments>
void cuda_executor::launch_grid(void (*entry)(Parameters...), std::uint32_t blocks, int threads,
                                std::size_t shared_bytes, const Arguments&... arguments) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t grid{};
  grid.gridDim = blocks;
  grid.blockDim = static_cast<unsigned>(threads);
  grid.dynamicSmemBytes = shared_bytes;
  grid.stream = stream_;
  grid.attrs = &overlap;
  grid.numAttrs = launches_overlap_ ? 1 : 0;
  check(cudaLaunchKernelEx(&grid, entry, arguments...), "kernel launch");
}

template <class Kernel>
void cuda_executor::run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
  const std::uint64_t total = std::uint64_t{blocks} * batch;
  if (total == 0) return;
  if (total > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
    throw device_error("launch of " + std::to_string(total) + " blocks: more than a grid holds");
  const device_scope scope(device_);
  if constexpr (kernels::repairing<Kernel>)
    if (kernels::gate_of(a).verdicts != nullptr) {
      const std::uint32_t enough =  // enough to fill a GPU if there is something to repair
          multiprocessors() * std::min(2u, std::uint32_t{Kernel::blocks_per_multiprocessor});
      allow_shared_memory<Kernel, repair_entry<Kernel>>(device_);
      return launch_grid(repair_entry<Kernel>, std::min(blocks, enough), Kernel::threads,
                         sizeof(typename Kernel::shared_memory), a, blocks, batch);
    }
  allow_shared_memory<Kernel, entry<Kernel>>(device_);
  launch_grid(entry<Kernel>, static_cast<std::uint32_t>(total), Kernel::threads,
              sizeof(typename Kernel::shared_memory), a, blocks);
}

}  // namespace gbi::exec::cuda
