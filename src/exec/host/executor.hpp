/// \file
/// The host executor: blocks spread over the cores of the process.
#pragma once

#include "kernels/fft/policy.hpp"
#include "src/exec/host/memory_executor.hpp"

namespace gbi::exec::host {

class host_executor : public memory_executor {
 public:
  std::string device_name() const override;
  void launch_listed(std::size_t which, const void* arguments) override;

  static constexpr kernels::machine machine = kernels::machine::vectors;
  static constexpr const auto& scan_shapes = kernels::host_scan_shapes;
  /// None that could wait for too few threads: a core runs a block's threads one after the other.
  std::uint32_t multiprocessors() const noexcept { return 0; }
  /// Runs a kernel on blocks * batch blocks (team.hpp).
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);
};

}  // namespace gbi::exec::host
