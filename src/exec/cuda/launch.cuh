/// \file
/// The launch of grids on CUDA: one kernel entry for every kernel body.
///
/// Blocks start in the order of blockIdx.x on all current GPUs. CUDA does not promise that, but CUB's scan
/// relies on it, and so do the kernels marked `in_order` here. The alternative is to draw tickets from a
/// counter, which costs every block a round trip to the L2 cache before it can load anything.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/verify/gate.hpp"
#include "src/exec/cuda/block.cuh"
#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/kernel_entry.hpp"
#include "src/exec/cuda/launcher.hpp"
#include "src/exec/cuda/overlap.hpp"

namespace gbi::exec::cuda {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, resident_blocks<Kernel>)
    entry(const __grid_constant__ typename Kernel::arguments a, std::uint32_t blocks_per_problem) {
  extern __shared__ __align__(16) unsigned char shared[];
  await_previous_grid();
  cuda_block<Kernel::threads> block(blocks_per_problem);
  Kernel::run(block, *reinterpret_cast<typename Kernel::shared_memory*>(shared), a);
}

/// The entry of kernels that repair products. They are launched with every product and almost never have
/// work. A few blocks, each of which does the work of a run of adjacent blocks, find that out at almost no
/// cost.
///
/// Blocks may wait for earlier ones (`in_order`), and grids of several streams share the device, so nothing
/// may depend on how many blocks are resident. With runs, nothing does: a block waits only for its own
/// earlier indices, which are done, and for blocks that started before it. So the first block that is not
/// done never waits, whatever else occupies the device. If indices were dealt out in turn, index 0 + gridDim
/// would wait for the last block, and two concurrent repairs could keep each other's last blocks from
/// starting.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, resident_blocks<Kernel>)
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

template <class Kernel, auto Entry>
const kernel_entry& entry_of() {
  using arguments = typename Kernel::arguments;
  static_assert(std::is_trivially_copyable_v<arguments>, "launches may wait, with copies of their arguments");
  static loaded_on devices;
  static const kernel_entry result{reinterpret_cast<const void*>(Entry),
                                   Kernel::threads,
                                   sizeof(typename Kernel::shared_memory),
                                   sizeof(arguments),
                                   &devices,
                                   &cudaLaunchKernelExC,
                                   &cudaFuncSetAttribute};
  return result;
}

template <class Kernel>
void cuda_launcher::run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
  const auto launch = [&](const kernel_entry& which, std::uint64_t count) {
    if (count > most_blocks) fail_too_many(count);
    queue_grid({&which, static_cast<std::uint32_t>(count), &a, blocks, batch});
  };
  const std::uint64_t total = std::uint64_t{blocks} * batch;
  if (total == 0) return;
  if constexpr (kernels::repairing<Kernel>)
    if (kernels::gate_of(a).verdicts != nullptr) {
      // Enough to fill a GPU if there is something to repair.
      const std::uint32_t enough = multiprocessors() * (Kernel::blocks_per_multiprocessor < 2 ? 1 : 2);
      return launch(entry_of<Kernel, repair_entry<Kernel>>(), blocks < enough ? blocks : enough);
    }
  launch(entry_of<Kernel, entry<Kernel>>(), total);  // this entry takes no batch
}

}  // namespace gbi::exec::cuda
