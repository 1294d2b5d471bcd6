/// \file
/// Grids of the transform kernels that only products use. Selects the instance for each length.
#pragma once

#include "kernels/fft/block_product.hpp"
#include "kernels/fft/pointwise.hpp"
#include "kernels/fft/row_product.hpp"
#include "kernels/fft/signed_coefficients.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"

namespace gbi::exec {

template <class Real, int Points, kernels::block_policy Policy>
void multiply_rows(auto& launcher, const kernels::row_product_arguments_of<Real>& a) {
  using kernels::row_product_kernel, kernels::row_factor;
  constexpr std::uint64_t points_of_block = Points * Policy.transforms;
  const auto blocks = static_cast<std::uint32_t>(a.points / points_of_block);
  if constexpr (!kernels::is_exact_field<Real>)  // no spectrum of an exact product is kept
    if (a.spectrum != nullptr)
      return run_blocks<row_product_kernel<Real, Points, row_factor::spectrum, Policy>>(launcher, blocks, a);
  if (a.b == nullptr)
    run_blocks<row_product_kernel<Real, Points, row_factor::itself, Policy>>(launcher, blocks, a);
  else
    run_blocks<row_product_kernel<Real, Points, row_factor::rows, Policy>>(launcher, blocks, a);
}

template <class Launcher>
void run_grid(Launcher& launcher, const kernels::row_product_arguments& a) {
  for_power_of_two<64, 4096>(a.row, "product of rows", [&]<int Points>() {
    using kernels::row_threads;
    constexpr kernels::product_policy_row policy = kernels::product_policy(Points);
    if constexpr (policy.by_many.transforms > 0)
      if (a.threads == row_threads::many) return multiply_rows<double, Points, policy.by_many>(launcher, a);
    multiply_rows<double, Points, kernels::on(machine_of<Launcher>, policy.rows)>(launcher, a);
  });
}

template <class Field>
requires kernels::is_exact_field<Field>
void run_grid(auto& launcher, const kernels::row_product_arguments_of<Field>& a) {
  for_power_of_two<64, 2048>(a.row, "exact product of rows", [&]<int Points>() {
    multiply_rows<Field, Points, kernels::exact_rows_policy<Field>(Points)>(launcher, a);
  });
}

template <class Launcher>
void run_grid(Launcher& launcher, const kernels::block_product_arguments& a) {
  for_power_of_two<64, 4096>(a.points, "block product", [&]<int Points>() {
    constexpr kernels::block_policy policy = [] {
      kernels::block_policy row =
          kernels::on(machine_of<Launcher>, kernels::block_product_policy(Points).rows);
      // Several problems in a block would make no better use of the vectors.
      if (row.of == kernels::machine::vectors) row.transforms = 1;
      return row;
    }();
    constexpr auto problems = static_cast<std::uint32_t>(policy.transforms);
    if (a.b.limbs == nullptr)
      run_items<kernels::block_product_kernel<Points, true, policy>, problems>(launcher, a.problems, a);
    else
      run_items<kernels::block_product_kernel<Points, false, policy>, problems>(launcher, a.problems, a);
  });
}

void run_grid(auto& launcher, const kernels::pointwise_arguments<double>& a) {
  run_items<kernels::pointwise_kernel<double>>(launcher, a.count, a);
}
void run_grid(auto& launcher, const kernels::digits_arguments& a) {
  run_items<kernels::digits_kernel>(launcher, a.count, a);
}
void run_grid(auto& launcher, const kernels::rounding_arguments& a) {
  run_items<kernels::rounding_kernel>(launcher, a.count, a);
}

}  // namespace gbi::exec
