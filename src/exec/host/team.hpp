/// \file
/// How the host runs a grid: blocks are handed out to the cores one by one.
#pragma once

#include "src/exec/host/block.hpp"
#include "src/exec/host/executor.hpp"

namespace gbi::exec::host {

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
      host_block<Kernel::threads> block(static_cast<std::uint32_t>(i % blocks),
                                        static_cast<std::uint32_t>(i / blocks));
      run_block<Kernel>(block, shared, a);
    }
  }
}

}  // namespace gbi::exec::host
