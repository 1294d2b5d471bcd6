/// \file
/// CUDA instances of the candidates of one precision.
#pragma once

#include <stdexcept>
#include <utility>

#include "bench/tune/fft_candidates.hpp"
#include "kernels/fft/columns.hpp"
#include "kernels/fft/ends/points.hpp"
#include "kernels/fft/row_product.hpp"
#include "kernels/fft/rows.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/launch.cuh"
#include "src/exec/grids/instances.hpp"

namespace gbi::bench {

/// Runs body.operator()<policy>() for the candidate `asked`.
template <class Real, fft_pass Pass, int Points, class Body>
void for_candidate(kernels::block_policy asked, Body&& body) {
  bool found = false;
  [&]<int... Choice>(std::integer_sequence<int, Choice...>) {
    const auto try_one = [&]<int One>() {
      constexpr kernels::block_policy policy = candidate<Real>(Pass, Points, One);
      if constexpr (policy.transforms > 0)
        if (!found && policy == asked) {
          found = true;
          body.template operator()<policy>();
        }
    };
    (try_one.template operator()<Choice>(), ...);
  }
  (std::make_integer_sequence<int, candidates<Real>>{});
  if (!found) throw std::logic_error("not a candidate");
}

template <class Real>
void launch_columns(exec::cuda::cuda_executor& executor,
                    const kernels::columns_arguments<kernels::points_in<Real>>& a, int points,
                    kernels::block_policy policy) {
  exec::for_instance<64, 128, 256, 512, 1024>(points, "column pass", [&]<int Points>() {
    for_candidate<Real, fft_pass::columns, Points>(policy, [&]<kernels::block_policy Policy>() {
      executor.run<kernels::columns_kernel<kernels::points_in<Real>, Points, Policy>>(
          static_cast<std::uint32_t>(a.groups * (a.width / Policy.transforms)), 1, a);
    });
  });
}

template <class Real>
void launch_rows(exec::cuda::cuda_executor& executor, const kernels::rows_arguments<Real>& a, int points,
                 kernels::block_policy policy) {
  exec::for_instance<64, 128, 256, 512, 1024, 2048, 4096>(points, "rows pass", [&]<int Points>() {
    for_candidate<Real, fft_pass::rows, Points>(policy, [&]<kernels::block_policy Policy>() {
      executor.run<kernels::rows_kernel<Real, Points, kernels::direction::forward, false, Policy>>(
          a.n1 * a.n2 * a.batch / Policy.transforms, 1, a);
    });
  });
}

template <class Real>
void launch_products(exec::cuda::cuda_executor& executor, const kernels::row_product_arguments& a, int points,
                     kernels::block_policy policy) {
  exec::for_instance<64, 128, 256, 512, 1024, 2048, 4096>(points, "product of rows", [&]<int Points>() {
    for_candidate<Real, fft_pass::product, Points>(policy, [&]<kernels::block_policy Policy>() {
      executor.run<kernels::row_product_kernel<double, Points, kernels::row_factor::rows, Policy>>(
          static_cast<std::uint32_t>(a.points / (Points * Policy.transforms)), 1, a);
    });
  });
}

template <class Real>
void launch_transposed(exec::cuda::cuda_executor& executor, const kernels::rows_arguments<Real>& a,
                       int points, kernels::block_policy policy) {
  exec::for_instance<64, 128, 256, 512, 1024>(points, "transposed rows pass", [&]<int Points>() {
    for_candidate<Real, fft_pass::transposed, Points>(policy, [&]<kernels::block_policy Policy>() {
      executor.run<kernels::rows_kernel<Real, Points, kernels::direction::forward, true, Policy>>(
          a.n1 * a.n2 / Policy.transforms, a.batch, a);
    });
  });
}

}  // namespace gbi::bench
