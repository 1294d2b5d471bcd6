/// \file
/// Grids of the kernels that are for products only, and which instance serves which length.
#pragma once

#include "kernels/fft/block_product.hpp"
#include "kernels/fft/pointwise.hpp"
#include "kernels/fft/row_product.hpp"
#include "src/exec/dispatch/instances.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <int Points, kernels::block_policy Policy, class Launcher>
void multiply_rows(Launcher& launcher, const kernels::row_product_arguments& a, std::uint32_t batch) {
  using kernels::row_product_kernel, kernels::row_factor;
  constexpr std::uint64_t points_of_block = Points * Policy.transforms;
  const auto blocks = static_cast<std::uint32_t>(a.points / points_of_block);
  if (a.spectrum != nullptr)
    launcher.template run<row_product_kernel<Points, row_factor::spectrum, Policy>>(blocks, batch, a);
  else if (a.b == nullptr)
    launcher.template run<row_product_kernel<Points, row_factor::itself, Policy>>(blocks, batch, a);
  else
    launcher.template run<row_product_kernel<Points, row_factor::rows, Policy>>(blocks, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::row_product_arguments& a, int row, std::uint32_t batch) {
  for_instance<64, 128, 256, 512, 1024, 2048, 4096>(row, "product of rows", [&]<int Points>() {
    using kernels::row_threads;
    constexpr kernels::product_policy_row policy = kernels::product_policy(Points);
    if constexpr (policy.of_few.transforms > 0) {
      const std::uint64_t rows = a.points / Points * batch;
      const bool few_rows = rows <= std::uint64_t{policy.few} * launcher.multiprocessors();
      if (a.threads == row_threads::many || (a.threads == row_threads::automatic && few_rows))
        return multiply_rows<Points, policy.of_few>(launcher, a, batch);
    }
    multiply_rows<Points, kernels::on(machine_of<Launcher>, policy.rows)>(launcher, a, batch);
  });
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::block_product_arguments& a, int points) {
  for_instance<64, 128, 256, 512, 1024, 2048, 4096>(points, "block product", [&]<int Points>() {
    constexpr kernels::block_policy policy = [] {
      kernels::block_policy row =
          kernels::on(machine_of<Launcher>, kernels::block_product_policy(Points).rows);
      // Threads are no better used by several problems.
      if (row.of == kernels::machine::vectors) row.transforms = 1;
      return row;
    }();
    constexpr auto problems = static_cast<std::uint32_t>(policy.transforms);
    const std::uint32_t blocks = a.problems / problems + (a.problems % problems != 0 ? 1 : 0);
    if (a.b.limbs == nullptr)
      launcher.template run<kernels::block_product_kernel<Points, true, policy>>(blocks, 1, a);
    else
      launcher.template run<kernels::block_product_kernel<Points, false, policy>>(blocks, 1, a);
  });
}

inline std::uint32_t elementwise_blocks(std::uint64_t count) {
  return static_cast<std::uint32_t>((count + kernels::elementwise::threads - 1) /
                                    kernels::elementwise::threads);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::pointwise_arguments<double>& a, std::uint32_t batch) {
  launcher.template run<kernels::pointwise_kernel<double>>(elementwise_blocks(a.count), batch, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::digits_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::digits_kernel>(elementwise_blocks(a.count), batch, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::rounding_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::rounding_kernel>(elementwise_blocks(a.count), batch, a);
}

}  // namespace gbi::exec
