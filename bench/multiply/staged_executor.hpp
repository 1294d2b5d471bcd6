/// \file
/// An executor that looks at every launch of a product: what it is, what it must move and what it takes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/exec/executor.hpp"

namespace gbi::bench {

struct stage {
  std::string name;
  double bytes;    ///< that must be read and written, each once; 0 where nothing has to be done
  double seconds;  ///< from one launch to the next, alone: queued, launches overlap
};

// The stage of a launch, before it is timed.
stage stage_of(const kernels::columns_arguments<double>& a);
stage stage_of(const kernels::row_product_arguments& a);
stage stage_of(const kernels::normalize_arguments& a);
stage stage_of(const kernels::verify_arguments& a);
stage stage_of(const kernels::column_sum_arguments& a);
stage stage_of(const kernels::short_product_arguments& a);

/// \tparam Executor that of a device; it does the work.
template <class Executor>
class staged_executor : public Executor {
 public:
  using Executor::Executor;

  void launch_listed(std::size_t which, const void* arguments) override {
    const auto launch = [&] { Executor::launch_listed(which, arguments); };
    exec::launches::visit(which, arguments, [&](const auto& a) {
      if constexpr (requires { stage_of(a); })
        time(stage_of(a), launch);
      else
        launch();
    });
  }

  /// The launches since the last call.
  std::vector<stage> take() { return std::exchange(stages_, {}); }

 private:
  template <class Launch>
  void time(stage what, Launch&& launch) {
    what.seconds = this->seconds_of(launch);
    stages_.push_back(std::move(what));
  }

  std::vector<stage> stages_;
};

}  // namespace gbi::bench
