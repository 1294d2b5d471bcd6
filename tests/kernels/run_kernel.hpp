/// \file
/// Runs a test kernel on whichever executor it is given.
#pragma once

#include <stdexcept>

#include "src/exec/host/run.hpp"
#include "tests/kernels/on_cuda.hpp"
#include "tests/kernels/primitive_kernels.hpp"
#if defined(GPU_BIGINT_TEST_SHUFFLED)
#include "tests/support/shuffled_executor.hpp"
#endif

namespace gbi::test {

template <class Kernel>
void run_kernel(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                const typename Kernel::arguments& a) {
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  if (auto* shuffled = dynamic_cast<shuffled_executor*>(&executor))
    return shuffled->run<Kernel>(blocks, batch, a);
#endif
  if (auto* host = dynamic_cast<exec::host::host_executor*>(&executor))
    host->run<Kernel>(blocks, batch, a);
  else
#if defined(GPU_BIGINT_WITH_CUDA)
    on_cuda<Kernel>::run(executor, blocks, batch, a);
#else
    throw std::logic_error("an executor that no test knows");
#endif
}

}  // namespace gbi::test
