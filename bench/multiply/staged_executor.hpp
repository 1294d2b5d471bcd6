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
stage stage_of(const kernels::columns_arguments<double>& a, kernels::direction direction,
               kernels::columns_end end, std::uint32_t transforms);
stage stage_of(const kernels::row_product_arguments& a, std::uint32_t batch);
stage stage_of(const kernels::normalize_arguments& a, std::uint32_t batch);
stage stage_of(const kernels::verify_arguments& a, std::uint32_t batch);
stage stage_of(const kernels::column_sum_arguments& a, std::uint32_t batch);
stage stage_of(const kernels::short_product_arguments& a, std::uint32_t batch);

/// \tparam Executor that of a device; it does the work.
template <class Executor>
class staged_executor : public Executor {
 public:
  using Executor::Executor;
  using Executor::launch;

  void launch(const kernels::columns_arguments<double>& a, kernels::direction direction,
              kernels::columns_end end, int column, std::uint32_t transforms) override {
    time(stage_of(a, direction, end, transforms),
         [&] { Executor::launch(a, direction, end, column, transforms); });
  }
  void launch(const kernels::row_product_arguments& a, int row, std::uint32_t batch) override {
    time(stage_of(a, batch), [&] { Executor::launch(a, row, batch); });
  }
  void launch(const kernels::normalize_arguments& a, std::uint32_t batch) override { time_batch(a, batch); }
  void launch(const kernels::verify_arguments& a, std::uint32_t batch) override { time_batch(a, batch); }
  void launch(const kernels::column_sum_arguments& a, std::uint32_t batch) override { time_batch(a, batch); }
  void launch(const kernels::short_product_arguments& a, std::uint32_t batch) override {
    time_batch(a, batch);
  }

  /// The launches since the last call.
  std::vector<stage> take() { return std::exchange(stages_, {}); }

 private:
  template <class Arguments>
  void time_batch(const Arguments& a, std::uint32_t batch) {
    time(stage_of(a, batch), [&] { Executor::launch(a, batch); });
  }
  template <class Launch>
  void time(stage what, Launch&& launch) {
    what.seconds = this->seconds_of(launch);
    stages_.push_back(std::move(what));
  }

  std::vector<stage> stages_;
};

}  // namespace gbi::bench
