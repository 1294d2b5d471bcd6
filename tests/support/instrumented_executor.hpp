/// \file
/// The host executor of tests with sanitizers, in a build that takes the library's kernels from another build
/// (GPU_BIGINT_KERNEL_OBJECTS). Representatives are compiled again, with the sanitizers. All other instances
/// run as the other build made them.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/exec/host/executor.hpp"
#include "src/exec/host/run.hpp"
#include "src/exec/host/threads.hpp"
#include "tests/support/representative_launcher.hpp"

namespace gbi::test {

/// A host block with another name, so that the linker cannot take its code from kernels without sanitizers.
template <int Threads>
class instrumented_block : public exec::host::host_block<Threads> {
 public:
  using exec::host::host_block<Threads>::host_block;
};

class instrumented_executor : public exec::host::host_executor {
 public:
  using exec::host::host_executor::host_executor;

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override;

  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    const std::uint64_t total = std::uint64_t{blocks} * batch;
    std::atomic<std::uint64_t> next{0};
    exec::host::on_threads(total, [&] {
      alignas(64) typename Kernel::shared_memory shared;
      for (std::uint64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < total;) {
        const auto index = static_cast<std::uint32_t>(i % blocks);
        const auto problem = static_cast<std::uint32_t>(i / blocks);
        if (exec::host::is_left_out<Kernel>(a, problem)) continue;
        instrumented_block<Kernel::threads> block(index, problem);
        exec::host::run_block<Kernel>(block, shared, a);
      }
    });
  }
};

}  // namespace gbi::test
