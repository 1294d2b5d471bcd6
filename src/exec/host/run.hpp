/// \file
/// The launch of grids on the host. The threads take blocks one by one, in order. Waking them takes
/// microseconds, so a single block runs on the calling thread if its stack is long enough, and a grid whose
/// gates show nothing to repair is skipped.
#pragma once

#include <atomic>

#include "kernels/verify/gate.hpp"
#include "src/exec/host/block.hpp"
#include "src/exec/host/executor.hpp"
#include "src/exec/host/threads.hpp"

namespace gbi::exec::host {

/// Whether the block belongs to a repair that is not needed.
template <class Kernel>
bool is_left_out(const typename Kernel::arguments& a, std::uint32_t problem) {
  if constexpr (kernels::repairing<Kernel>)
    return kernels::is_closed(kernels::gate_of(a), problem);
  else
    return false;
}

/// Runs one block. Everything is inlined into one function, so that the compiler sees the whole phase.
template <class Kernel, class Block>
GBI_WHOLE void run_block(Block& block, typename Kernel::shared_memory& shared,
                         const typename Kernel::arguments& a) {
  Kernel::run(block, shared, a);
}

#if defined(GBI_WIDE_INSTANCES)
/// Runs one block with vectors of 512 bits. Only the code that is inlined here is compiled for such
/// processors. So the linker has no copy of a function for them that it could use in code for other
/// processors.
template <class Kernel, class Block>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")]] GBI_WHOLE void run_wide_block(
    Block& block, typename Kernel::shared_memory& shared, const typename Kernel::arguments& a) {
  Kernel::run(block, shared, a);
}
#endif

/// The instance of a kernel for this processor. Only kernels whose threads are vector elements have two
/// instances. Kernels of ranks have one: ranks on the host share its cores anyway.
template <class Kernel, class Block>
auto block_runner([[maybe_unused]] bool wide_vectors) {
#if defined(GBI_WIDE_INSTANCES)
  if constexpr (
      requires { requires Kernel::of_vectors; } && !requires { requires Kernel::of_ranks; })
    if (wide_vectors) return &run_wide_block<Kernel, Block>;
#endif
  return &run_block<Kernel, Block>;
}

/// Whether no block of the grid has anything to do.
template <class Kernel>
bool all_left_out(const typename Kernel::arguments& a, std::uint32_t batch) {
  if constexpr (kernels::repairing<Kernel>) {
    const kernels::repair_gate& gate = kernels::gate_of(a);
    if (gate.verdicts == nullptr) return false;
    for (std::uint32_t problem = 0; problem < batch && problem < gate.problems; ++problem)
      if (!is_left_out<Kernel>(a, problem)) return false;
    return true;
  } else {
    return false;
  }
}

template <class Kernel>
void host_executor::run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
  const std::uint64_t total = std::uint64_t{blocks} * batch;
  if (all_left_out<Kernel>(a, batch)) return;
  using block_type = host_block<Kernel::threads>;
  const auto run_one = block_runner<Kernel, block_type>(wide_vectors_);
  std::atomic<std::uint64_t> next{0};
  const auto take_blocks = [&] {
    alignas(64) typename Kernel::shared_memory shared;
    for (;;) {
      const std::uint64_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= total) break;
      if (is_left_out<Kernel>(a, static_cast<std::uint32_t>(i / blocks))) continue;
      block_type block(static_cast<std::uint32_t>(i % blocks), static_cast<std::uint32_t>(i / blocks));
      run_one(block, shared, a);
    }
  };
  on_threads(total, take_blocks);
}

}  // namespace gbi::exec::host
