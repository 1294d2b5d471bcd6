/// \file
/// Grids of the row transforms and the passes around them. Selects the instance for each length.
#pragma once

#include "kernels/fft/mixed_rows.hpp"
#include "kernels/fft/real_rows.hpp"
#include "kernels/fft/real_spectrum.hpp"
#include "kernels/fft/rows.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

template <class Real>
void run_transposed_rows(auto& launcher, const kernels::rows_arguments<Real>& a) {
  for_power_of_two<32, 1024>(a.row, "transposed rows pass", [&]<int Points>() {
    constexpr std::uint32_t each = kernels::rows_policy<Real>(Points, true).transforms;
    if (a.n1 % each != 0)
      refuse("transposed rows pass of ", Points, " points, columns of ", a.n1,
             ": no multiple of a block's rows");
    for_direction(a.direction, [&]<kernels::direction Direction>() {
      run_blocks<kernels::rows_kernel<Real, Points, Direction, true>>(launcher, a.n1 * a.n2 / each, a);
    });
  });
}

/// Rows of all problems share blocks, unless the rows are transposed.
template <class Real>
void run_grid(auto& launcher, const kernels::rows_arguments<Real>& a) {
  if (a.transposed) return run_transposed_rows(launcher, a);
  for_power_of_two<32, 4096>(a.row, "rows pass", [&]<int Points>() {
    const std::uint64_t rows = std::uint64_t{a.n1} * a.n2 * a.batch;
    const std::uint32_t blocks = blocks_for(rows, kernels::rows_policy<Real>(Points, false).transforms);
    for_direction(a.direction, [&]<kernels::direction Direction>() {
      launcher.template run<kernels::rows_kernel<Real, Points, Direction, false>>(blocks, 1, a);
    });
  });
}

template <class Real>
void run_grid(auto& launcher, const kernels::mixed_rows_arguments<Real>& a) {
  for_direction(a.direction, [&]<kernels::direction Direction>() {
    launcher.template run<kernels::mixed_rows_kernel<Real, Direction>>(
        blocks_for(a.batch, a.problems_per_block), 1, a);
  });
}

template <class Real>
void run_grid(auto& launcher, const kernels::real_spectrum_arguments<Real>& a) {
  for_direction(a.direction, [&]<kernels::direction Direction>() {
    using kernel = kernels::real_spectrum_kernel<Real, Direction>;
    launcher.template run<kernel>(blocks_for(a.half, kernel::threads),
                                  blocks_for(a.batch, kernel::problems_per_block(a.half)), a);
  });
}

template <class Real>
void run_grid(auto& launcher, const kernels::real_rows_arguments<Real>& a) {
  for_power_of_two<64, 4096>(a.row, "rows of real numbers", [&]<int Points>() {
    for_direction(a.direction, [&]<kernels::direction Direction>() {
      using kernel = kernels::real_rows_kernel<Real, Points, Direction>;
      launcher.template run<kernel>(blocks_for(a.batch, kernel::rows_of_block), 1, a);
    });
  });
}

}  // namespace gbi::exec
