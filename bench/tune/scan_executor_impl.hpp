/// \file
/// What the tuning executors have in common: another's executor with more shapes of sums.
#pragma once

#include "bench/tune/scan_executor.hpp"
#include "src/exec/dispatch/scan.hpp"

namespace gbi::bench {

template <class Executor>
class tuning_executor final : public Executor {
 public:
  using Executor::Executor;
  using Executor::launch;

  void launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) override {
    if (which.combine != kernels::scan_operator::sum) throw std::logic_error("only sums are tuned");
    if (which.type == kernels::scan_type::uint32)
      exec::find_scan_shape<tuned_scan_shapes, std::uint32_t, kernels::sum<std::uint32_t>>(*this, a, which);
    else
      exec::find_scan_shape<tuned_scan_shapes, std::uint64_t, kernels::sum<std::uint64_t>>(*this, a, which);
  }
};

}  // namespace gbi::bench
