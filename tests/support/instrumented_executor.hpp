/// \file
/// The host executor of tests with sanitizers, in a build that takes the library's kernels from another one
/// (GPU_BIGINT_KERNEL_OBJECTS): representatives are compiled once more, with the sanitizers. All other
/// instances run as that build made them.
#pragma once

#include <cstdint>

#include "src/exec/host/executor.hpp"
#include "src/exec/host/run.hpp"
#include "tests/support/representative_launcher.hpp"

namespace gbi::test {

/// A host block by another name, so that the linker cannot take its code from kernels without sanitizers.
template <int Threads>
class instrumented_block : public exec::host::host_block<Threads> {
 public:
  using exec::host::host_block<Threads>::host_block;
};

class instrumented_executor : public exec::host::host_executor {
 public:
  using exec::host::host_executor::host_executor;

  void launch_listed(std::size_t which, const void* arguments) override;

  /// One block after the other: tests run side by side, and sanitizers look at memory, not at threads.
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    alignas(64) typename Kernel::shared_memory shared;
    for (std::uint32_t problem = 0; problem < batch; ++problem) {
      if (exec::host::is_left_out<Kernel>(a, problem)) continue;
      for (std::uint32_t index = 0; index < blocks; ++index) {
        instrumented_block<Kernel::threads> block(index, problem);
        exec::host::run_block<Kernel>(block, shared, a);
      }
    }
  }
};

}  // namespace gbi::test
