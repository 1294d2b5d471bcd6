/// \file
/// Grids of the kernels for arithmetic modulo 2^p - 1.
#pragma once

#include <concepts>

#include "kernels/mersenne/block.hpp"
#include "kernels/mersenne/columns.hpp"
#include "kernels/mersenne/convert.hpp"
#include "kernels/mersenne/exact_square.hpp"
#include "kernels/mersenne/policy.hpp"
#include "kernels/mersenne/rows.hpp"
#include "src/exec/grids/fft_columns.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

/// \throws std::logic_error if the runs of digits are not those of the kernel's blocks
template <class Launcher, class End>
requires std::same_as<End, kernels::weighted_in> || std::same_as<End, kernels::weighted_out>
void run_grid(Launcher& launcher, const kernels::columns_arguments<End>& a) {
  for_instance<64, 128, 256, 512, 144, 160, 192, 224, 240>(
      a.column, "column pass of digits", [&]<int Points>() {
        constexpr kernels::block_policy policy =
            kernels::on(machine_of<Launcher>, kernels::weighted_columns_policy(Points), 16);
        if (a.end.number.run != policy.transforms)
          refuse("column pass of digits in runs of ", a.end.number.run, ": not those of a block");
        run_columns<policy, Points>(launcher, a);
      });
}

template <class Real, int Points, kernels::block_policy Policy>
void square_rows(auto& launcher, const kernels::mirrored_rows_arguments_of<Real>& a) {
  const std::uint32_t rows = a.n1 * a.n2;
  if (rows % Policy.transforms != 0) refuse("square of ", rows, " rows: no multiple of a block's rows");
  run_items<kernels::mirrored_rows_kernel<Points, Policy, Real>, Policy.transforms>(launcher, rows, a);
}

/// \throws std::logic_error if a block would have half a pair of rows
template <class Launcher>
void run_grid(Launcher& launcher, const kernels::mirrored_rows_arguments& a) {
  for_power_of_two<128, 4096>(a.row, "square of rows", [&]<int Points>() {
    constexpr kernels::block_policy policy =
        kernels::on(machine_of<Launcher>, kernels::mirrored_policy(Points));
    square_rows<double, Points, policy>(launcher, a);
  });
}

/// The same in GF(p^2).
template <class Field>
requires kernels::is_exact_field<Field>
void run_grid(auto& launcher, const kernels::mirrored_rows_arguments_of<Field>& a) {
  for_power_of_two<64, 2048>(a.row, "exact square of rows", [&]<int Points>() {
    square_rows<Field, Points, kernels::exact_mirrored_policy<Field>(Points)>(launcher, a);
  });
}

template <class Launcher>
void run_grid(Launcher& launcher, const kernels::weighted_block_arguments& a) {
  for_power_of_two<16, 4096>(a.points, "square in a block", [&]<int Points>() {
    constexpr kernels::block_policy policy = kernels::weighted_block_policy(Points);
    constexpr kernels::block_policy here =
        policy.radix == 8 ? kernels::on(machine_of<Launcher>, policy) : policy;
    run_blocks<kernels::weighted_block_kernel<Points, here>>(launcher, 1, a);
  });
}

}  // namespace gbi::exec
