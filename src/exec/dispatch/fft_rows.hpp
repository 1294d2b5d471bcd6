/// \file
/// Grids of the transforms of rows and of what surrounds them, and which instance serves which length.
#pragma once

#include "kernels/fft/mixed_rows.hpp"
#include "kernels/fft/real_spectrum.hpp"
#include "kernels/fft/rows.hpp"
#include "src/exec/dispatch/instances.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <class Launcher, class Real>
void dispatch(Launcher& launcher, const kernels::rows_arguments<Real>& a, kernels::direction direction,
              int row) {
  for_instance<32, 64, 128, 256, 512, 1024, 2048, 4096>(row, "rows pass", [&]<int Points>() {
    const std::uint64_t rows = std::uint64_t{a.n1} * a.n2 * a.batch;
    const std::uint64_t each = kernels::rows_policy<Real>(Points, false).transforms;
    const auto blocks = static_cast<std::uint32_t>((rows + each - 1) / each);
    if (direction == kernels::direction::forward)
      launcher.template run<kernels::rows_kernel<Real, Points, kernels::direction::forward, false>>(blocks, 1,
                                                                                                    a);
    else
      launcher.template run<kernels::rows_kernel<Real, Points, kernels::direction::backward, false>>(blocks,
                                                                                                     1, a);
  });
}

template <class Launcher, class Real>
void dispatch_transposed(Launcher& launcher, const kernels::rows_arguments<Real>& a,
                         kernels::direction direction, int row) {
  for_instance<32, 64, 128, 256, 512, 1024>(row, "transposed rows pass", [&]<int Points>() {
    if (a.n1 % kernels::rows_policy<Real>(Points, true).transforms != 0)
      throw std::logic_error("transposed rows pass of " + std::to_string(Points) + " points, columns of " +
                             std::to_string(a.n1) + ": no multiple of a block's rows");
    const std::uint32_t blocks = a.n1 * a.n2 / kernels::rows_policy<Real>(Points, true).transforms;
    if (direction == kernels::direction::forward)
      launcher.template run<kernels::rows_kernel<Real, Points, kernels::direction::forward, true>>(
          blocks, a.batch, a);
    else
      launcher.template run<kernels::rows_kernel<Real, Points, kernels::direction::backward, true>>(
          blocks, a.batch, a);
  });
}

template <class Launcher, class Real>
void dispatch(Launcher& launcher, const kernels::mixed_rows_arguments<Real>& a,
              kernels::direction direction) {
  const std::uint32_t blocks = (a.batch + a.problems_per_block - 1) / a.problems_per_block;
  if (direction == kernels::direction::forward)
    launcher.template run<kernels::mixed_rows_kernel<Real, kernels::direction::forward>>(blocks, 1, a);
  else
    launcher.template run<kernels::mixed_rows_kernel<Real, kernels::direction::backward>>(blocks, 1, a);
}

template <class Launcher, class Real>
void dispatch(Launcher& launcher, const kernels::real_spectrum_arguments<Real>& a,
              kernels::direction direction) {
  const auto run = [&]<kernels::direction Direction>() {
    using kernel = kernels::real_spectrum_kernel<Real, Direction>;
    const std::uint32_t each = kernel::problems_per_block(a.half);
    launcher.template run<kernel>(
        static_cast<std::uint32_t>((a.half + kernel::threads - 1) / kernel::threads),
        (a.batch + each - 1) / each, a);
  };
  if (direction == kernels::direction::forward)
    run.template operator()<kernels::direction::forward>();
  else
    run.template operator()<kernels::direction::backward>();
}

}  // namespace gbi::exec
