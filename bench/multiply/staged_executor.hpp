/// \file
/// An executor that records every launch of a product: its stage, the bytes it must move, and its time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/exec/all_launches.hpp"
#include "src/exec/executor.hpp"

namespace gbi::bench {

struct stage {
  std::string name;
  double bytes;    ///< bytes that must be read or written, each once; 0 if there is nothing to do
  double seconds;  ///< time of the launch alone; queued launches overlap
};

// The stage of a launch, without its time.
template <class Real>
stage stage_of(const kernels::columns_arguments<kernels::points_in<Real>>& a);
template <class Real>
stage stage_of(const kernels::columns_arguments<kernels::points_out<Real>>& a);
template <kernels::recoding How>
stage stage_of(const kernels::columns_arguments<kernels::digits_in<How>>& a);
stage stage_of(const kernels::columns_arguments<kernels::coefficients_out>& a);
stage stage_of(const kernels::columns_arguments<kernels::measured_out>& a);
stage stage_of(const kernels::columns_arguments<kernels::sums_out>& a);
template <class Field>
stage stage_of(const kernels::columns_arguments<kernels::words_in<Field>>& a);
template <class Field>
stage stage_of(const kernels::columns_arguments<kernels::residues_out<Field>>& a);
stage stage_of(const kernels::row_product_arguments& a);
stage stage_of(const kernels::row_product_arguments_of<kernels::m31>& a);
stage stage_of(const kernels::row_product_arguments_of<kernels::m61>& a);
stage stage_of(const kernels::normalize_arguments& a);
stage stage_of(const kernels::verify_arguments& a);
stage stage_of(const kernels::column_sum_arguments& a);
stage stage_of(const kernels::short_product_arguments& a);
stage stage_of(const kernels::block_product_arguments& a);
stage stage_of(const kernels::wrapped_remainder_arguments& a);
stage stage_of(const kernels::cyclic_remainder_arguments& a);
stage stage_of(const kernels::cyclic_difference_arguments& a);
stage stage_of(const kernels::lift_arguments& a);
stage stage_of(const kernels::settle_arguments& a);
stage stage_of(const kernels::tile_digits_arguments& a);
stage stage_of(const kernels::tall_columns_arguments& a);
stage stage_of(const kernels::tall_rows_arguments& a);
stage stage_of(const kernels::tall_sums_arguments& a);
stage stage_of(const kernels::sum_limbs_arguments& a);
stage stage_of(const kernels::segment_carries_arguments& a);

/// \tparam Executor the device's executor, which does the work
template <class Executor>
class staged_executor : public Executor {
 public:
  using Executor::Executor;

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    const auto launch = [&] { Executor::launch_kernel(kernel, arguments); };
    exec::launches::visit(kernel, arguments, [&](const auto& a) {
      if constexpr (requires { stage_of(a); })
        time(stage_of(a), launch);
      else
        time({"another launch", 0, 0}, launch);
    });
  }

  /// Returns the launches recorded since the last call.
  std::vector<stage> take() { return std::exchange(stages_, {}); }

 private:
  template <class Launch>
  void time(stage launched, Launch&& launch) {
    launched.seconds = this->seconds_of(launch);
    stages_.push_back(std::move(launched));
  }

  std::vector<stage> stages_;
};

}  // namespace gbi::bench
