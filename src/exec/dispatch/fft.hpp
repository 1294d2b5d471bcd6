/// \file
/// Grids of the transform kernels, and which instance serves which length.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/fft/block_product.hpp"
#include "kernels/fft/columns.hpp"
#include "kernels/fft/rows.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <int Points, class Launcher>
void run_columns(Launcher& launcher, const kernels::columns_arguments& a, columns_pass pass,
                 std::uint32_t batch) {
  using kernels::columns_end, kernels::columns_kernel, kernels::direction;
  constexpr bool odd = (Points & (Points - 1)) != 0;
  const auto blocks = static_cast<std::uint32_t>(a.groups * (a.width / kernels::columns_per_block(Points)));
  const auto run = [&]<direction Direction, columns_end End>() {
    if constexpr (odd && End == columns_end::inner)
      throw std::logic_error("columns of " + std::to_string(Points) +
                             " points are for the first and last pass");
    else
      launcher.template run<columns_kernel<Points, Direction, End>>(blocks, batch, a);
  };
  switch (pass) {
    case columns_pass::first:
      return run.template operator()<direction::forward, columns_end::number>();
    case columns_pass::forward:
      return run.template operator()<direction::forward, columns_end::inner>();
    case columns_pass::backward:
      return run.template operator()<direction::backward, columns_end::inner>();
    case columns_pass::last:
      return run.template operator()<direction::backward, columns_end::number>();
  }
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::columns_arguments& a, columns_pass pass, int column,
              std::uint32_t batch) {
  switch (column) {
    case 32:
      return run_columns<32>(launcher, a, pass, batch);
    case 64:
      return run_columns<64>(launcher, a, pass, batch);
    case 128:
      return run_columns<128>(launcher, a, pass, batch);
    case 256:
      return run_columns<256>(launcher, a, pass, batch);
    case 512:
      return run_columns<512>(launcher, a, pass, batch);
    case 1024:
      return run_columns<1024>(launcher, a, pass, batch);
    case 144:
      return run_columns<144>(launcher, a, pass, batch);
    case 160:
      return run_columns<160>(launcher, a, pass, batch);
    case 192:
      return run_columns<192>(launcher, a, pass, batch);
    case 224:
      return run_columns<224>(launcher, a, pass, batch);
    case 240:
      return run_columns<240>(launcher, a, pass, batch);
    default:
      throw std::logic_error("no column pass of " + std::to_string(column) + " points");
  }
}

template <int Points, class Launcher>
void run_rows(Launcher& launcher, const kernels::rows_arguments& a, std::uint32_t batch) {
  const auto blocks =
      static_cast<std::uint32_t>(a.points / (Points * kernels::rows_kernel<Points, false>::rows_of_block));
  if (a.b == nullptr)
    launcher.template run<kernels::rows_kernel<Points, true>>(blocks, batch, a);
  else
    launcher.template run<kernels::rows_kernel<Points, false>>(blocks, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::rows_arguments& a, int row, std::uint32_t batch) {
  switch (row) {
    case 64:
      return run_rows<64>(launcher, a, batch);
    case 128:
      return run_rows<128>(launcher, a, batch);
    case 256:
      return run_rows<256>(launcher, a, batch);
    case 512:
      return run_rows<512>(launcher, a, batch);
    case 1024:
      return run_rows<1024>(launcher, a, batch);
    case 2048:
      return run_rows<2048>(launcher, a, batch);
    case 4096:
      return run_rows<4096>(launcher, a, batch);
    default:
      throw std::logic_error("no rows pass of " + std::to_string(row) + " points");
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
void dispatch(Launcher& launcher, const kernels::block_product_arguments& a, int points,
              std::uint32_t batch) {
  switch (points) {
    case 64:
      return run_block_product<64>(launcher, a, batch);
    case 512:
      return run_block_product<512>(launcher, a, batch);
    case 4096:
      return run_block_product<4096>(launcher, a, batch);
    default:
      throw std::logic_error("no block product of " + std::to_string(points) + " points");
  }
}

}  // namespace gbi::exec
