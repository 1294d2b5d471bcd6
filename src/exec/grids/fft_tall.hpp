/// \file
/// Grids of products in two passes over memory, and of the limbs of sums, which three passes leave, too.
#pragma once

#include "kernels/fft/tall/columns.hpp"
#include "kernels/fft/tall/digits.hpp"
#include "kernels/fft/tall/rows.hpp"
#include "kernels/fft/tall/sums.hpp"
#include "kernels/normalize/segment_carries.hpp"
#include "kernels/normalize/sum_limbs.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"

namespace gbi::exec {

/// Runs body.operator()<Points>() for the points of a tall column.
template <class Body>
void for_tall_column(int points, const char* operation, Body&& body) {
  for_instance<2048, 2304, 2560, 3072, 3584, 3840, 4096>(points, operation, body);
}

void run_grid(auto& launcher, const kernels::tile_digits_arguments& a) {
  for_instance<kernels::narrowest_tile_digit, kernels::widest_tile_digit>(
      static_cast<int>(a.operands.of[0].digit_bits), "tiles of digits", [&]<int Bits>() {
        using kernel = kernels::tile_digits_kernel<Bits>;
        run_items<kernel, kernel::threads * kernels::tall_tile>(launcher, a.width * a.rows, a);
      });
}
void run_grid(auto& launcher, const kernels::tall_columns_arguments& a) {
  for_tall_column(a.column, "tall columns", [&]<int Points>() {
    run_blocks<kernels::tall_columns_kernel<Points>>(launcher, a.blocks, a);
  });
}
void run_grid(auto& launcher, const kernels::tall_rows_arguments& a) {
  for_instance<1024, 2048, 4096>(a.row, "tall rows", [&]<int Row>() {
    using kernels::tall_rows;
    const auto run = [&]<tall_rows Work>() {
      run_blocks<kernels::tall_rows_kernel<Row, Work>>(launcher, a.blocks, a);
    };
    switch (a.work) {
      case tall_rows::product:
        return run.template operator()<tall_rows::product>();
      case tall_rows::square:
        return run.template operator()<tall_rows::square>();
      case tall_rows::by_spectrum:
        return run.template operator()<tall_rows::by_spectrum>();
      case tall_rows::only_spectrum:
        return run.template operator()<tall_rows::only_spectrum>();
    }
  });
}
void run_grid(auto& launcher, const kernels::tall_sums_arguments& a) {
  for_tall_column(a.column, "tall columns of sums", [&]<int Points>() {
    run_blocks<kernels::tall_sums_kernel<Points>>(launcher, a.blocks, a);
  });
}
void run_grid(auto& launcher, const kernels::sum_limbs_arguments& a) {
  for_instance<kernels::narrowest_sum_digit, 17, kernels::widest_sum_digit>(
      static_cast<int>(a.digit_bits), "limbs of sums", [&]<int Bits>() {
        using kernel = kernels::sum_limbs_kernel<Bits>;
        const auto lines = 2 * static_cast<std::uint32_t>(a.column) / kernel::rows;
        run_blocks<kernel>(launcher,
                           lines * static_cast<std::uint32_t>(a.width / kernels::columns_of_segment), a);
      });
}
void run_grid(auto& launcher, const kernels::segment_carries_arguments& a) {
  run_blocks<kernels::segment_carries_kernel>(launcher, a.chain.tiles, a);
}

}  // namespace gbi::exec
