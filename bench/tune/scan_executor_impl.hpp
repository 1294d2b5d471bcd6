/// \file
/// Shared by the tuning executors: adds more shapes of sum scans to an executor.
#pragma once

#include <concepts>
#include <stdexcept>

#include "bench/tune/scan_executor.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/grids/scan.hpp"

namespace gbi::bench {

template <class Executor>
class tuning_executor final : public Executor {
 public:
  using Executor::Executor;

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    exec::launches::visit(kernel, arguments, [&](const auto& a) {
      if constexpr (std::same_as<decltype(a), const kernels::scan_arguments&>)
        scan(a);
      else
        Executor::launch_kernel(kernel, arguments);
    });
  }

 private:
  void scan(const kernels::scan_arguments& a) {
    if (a.combine != kernels::scan_operator::sum) throw std::logic_error("only sums are tuned");
    if (a.type == kernels::scan_type::uint32)
      exec::find_scan_shape<tuned_scan_shapes, std::uint32_t, kernels::sum<std::uint32_t>>(*this, a);
    else
      exec::find_scan_shape<tuned_scan_shapes, std::uint64_t, kernels::sum<std::uint64_t>>(*this, a);
  }
};

}  // namespace gbi::bench
