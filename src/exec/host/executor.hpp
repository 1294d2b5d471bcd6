/// \file
/// The host executor: it spreads blocks over the cores of the process.
#pragma once

#include <string>

#include "kernels/fft/policy.hpp"
#include "kernels/scan/arguments.hpp"
#include "src/exec/host/memory_executor.hpp"

namespace gbi::exec::host {

/// Why the processor cannot run the kernels' instances; empty if it can.
std::string why_unavailable();

/// Selects the instances of the transforms' kernels.
enum class vector_width {
  automatic,  ///< the widest that the processor supports
  baseline    ///< the width that every supported processor has
};

class host_executor : public memory_executor {
 public:
  explicit host_executor(vector_width vectors = vector_width::automatic);
  /// \throws std::invalid_argument for a CUDA stream or a CUDA memory pool
  explicit host_executor(const context_options& options);
  std::string device_name() const override;
  void launch_kernel(const launchable& kernel, const void* arguments) override;

  static constexpr kernels::machine machine = kernels::machine::vectors;
  static constexpr const auto& scan_shapes = kernels::host_scan_shapes;
  /// 0: more threads make no block faster, because a core runs the threads of a block one after the other.
  std::uint32_t multiprocessors() const noexcept { return 0; }
  /// Runs a kernel on blocks * batch blocks (run.hpp).
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);

 private:
  bool wide_vectors_;
};

}  // namespace gbi::exec::host
