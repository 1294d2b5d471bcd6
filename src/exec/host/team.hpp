/// \file
/// How the host runs a grid: blocks are handed out to the cores one by one.
#pragma once

#include "kernels/verify/gate.hpp"
#include "src/exec/host/block.hpp"
#include "src/exec/host/executor.hpp"

namespace gbi::exec::host {

/// Whether a block is one of a repair that is not needed.
template <class Kernel>
bool is_left_out(const typename Kernel::arguments& a, std::uint32_t problem) {
  if constexpr (kernels::repairing<Kernel>)
    return kernels::is_closed(a.open, problem);
  else
    return false;
}

/// One block, everything inlined into one function so that the compiler sees the whole phase.
template <class Kernel, class Block>
GBI_WHOLE void run_block(Block& block, typename Kernel::shared_memory& shared,
                         const typename Kernel::arguments& a) {
  Kernel::run(block, shared, a);
}

template <class Kernel>
void host_executor::run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
  const std::int64_t total = static_cast<std::int64_t>(blocks) * batch;
#pragma omp parallel if (total > 1)
  {
    alignas(64) typename Kernel::shared_memory shared;
#pragma omp for schedule(dynamic)
    for (std::int64_t i = 0; i < total; ++i) {
      if (is_left_out<Kernel>(a, static_cast<std::uint32_t>(i / blocks))) continue;
      host_block<Kernel::threads> block(static_cast<std::uint32_t>(i % blocks),
                                        static_cast<std::uint32_t>(i / blocks));
      run_block<Kernel>(block, shared, a);
    }
  }
}

}  // namespace gbi::exec::host
