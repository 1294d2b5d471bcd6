/// \file
/// Grids of the transform kernels, and which instance serves which length.
#pragma once

#include <stdexcept>

#include "kernels/fft/block_product.hpp"
#include "kernels/fft/columns.hpp"
#include "kernels/fft/rows.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <int Points, class Launcher>
void run_columns(Launcher& launcher, const kernels::columns_arguments& a, columns_pass pass,
                 std::uint32_t batch) {
  using kernels::columns_end, kernels::columns_kernel, kernels::direction;
  const auto blocks = static_cast<std::uint32_t>(a.groups * (a.width / kernels::columns_per_block(Points)));
  switch (pass) {
    case columns_pass::first:
      return launcher.template run<columns_kernel<Points, direction::forward, columns_end::number>>(blocks,
                                                                                                    batch, a);
    case columns_pass::forward:
      return launcher.template run<columns_kernel<Points, direction::forward, columns_end::inner>>(blocks,
                                                                                                   batch, a);
    case columns_pass::backward:
      return launcher.template run<columns_kernel<Points, direction::backward, columns_end::inner>>(blocks,
                                                                                                    batch, a);
    case columns_pass::last:
      return launcher.template run<columns_kernel<Points, direction::backward, columns_end::number>>(
          blocks, batch, a);
  }
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::columns_arguments& a, columns_pass pass, int log2_column,
              std::uint32_t batch) {
  switch (log2_column) {
    case 5:
      return run_columns<32>(launcher, a, pass, batch);
    case 6:
      return run_columns<64>(launcher, a, pass, batch);
    case 7:
      return run_columns<128>(launcher, a, pass, batch);
    case 8:
      return run_columns<256>(launcher, a, pass, batch);
    case 9:
      return run_columns<512>(launcher, a, pass, batch);
    case 10:
      return run_columns<1024>(launcher, a, pass, batch);
    default:
      throw std::logic_error("no column pass of 2^" + std::to_string(log2_column) + " points");
  }
}

template <int Points, class Launcher>
void run_rows(Launcher& launcher, const kernels::rows_arguments& a, std::uint32_t batch) {
  const std::uint32_t blocks = (1u << (a.log2_points - 12));
  if (a.b == nullptr)
    launcher.template run<kernels::rows_kernel<Points, true>>(blocks, batch, a);
  else
    launcher.template run<kernels::rows_kernel<Points, false>>(blocks, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::rows_arguments& a, int log2_row, std::uint32_t batch) {
  switch (log2_row) {
    case 6:
      return run_rows<64>(launcher, a, batch);
    case 7:
      return run_rows<128>(launcher, a, batch);
    case 8:
      return run_rows<256>(launcher, a, batch);
    case 9:
      return run_rows<512>(launcher, a, batch);
    case 10:
      return run_rows<1024>(launcher, a, batch);
    case 11:
      return run_rows<2048>(launcher, a, batch);
    case 12:
      return run_rows<4096>(launcher, a, batch);
    default:
      throw std::logic_error("no rows pass of 2^" + std::to_string(log2_row) + " points");
  }
}

template <int Points, class Launcher>
void run_block_product(Launcher& launcher, const kernels::block_product_arguments& a, std::uint32_t batch) {
  if (a.b.limbs == nullptr)
    launcher.template run<kernels::block_product_kernel<Points, true>>(1, batch, a);
  else
    launcher.template run<kernels::block_product_kernel<Points, false>>(1, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::block_product_arguments& a, int log2_points,
              std::uint32_t batch) {
  switch (log2_points) {
    case 6:
      return run_block_product<64>(launcher, a, batch);
    case 9:
      return run_block_product<512>(launcher, a, batch);
    case 12:
      return run_block_product<4096>(launcher, a, batch);
    default:
      throw std::logic_error("no block product of 2^" + std::to_string(log2_points) + " points");
  }
}

}  // namespace gbi::exec
