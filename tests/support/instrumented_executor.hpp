/// \file
/// The host executor of tests with sanitizers, in a build that takes the library's kernels from another one
/// (GPU_BIGINT_KERNEL_OBJECTS): representatives are compiled once more, with the sanitizers. All other
/// instances run as that build made them.
#pragma once

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

  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    host_executor::run<Kernel, instrumented_block<Kernel::threads>>(blocks, batch, a);
  }
};

}  // namespace gbi::test
