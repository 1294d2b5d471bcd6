/// \file
/// Grids of the passes over fft columns. Selects the instance for each length.
#pragma once

#include "kernels/fft/columns.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

/// \throws std::logic_error if a column pass would not stage all bits of an operand's digits, or if the
/// digits of its rows do not begin at the same bit of a word
inline void check_digits(const kernels::columns_arguments<double>& a) {
  if (a.width % 32 != 0) refuse("column pass of digits, ", a.width, " wide: no multiple of 32");
  for (const kernels::digit_source& digits : a.digits.of)
    if (digits.digit_bits > kernels::widest_column_digit)
      refuse("column pass: digits of ", digits.digit_bits, " bits, more than a block stages");
}

/// Columns with an odd factor serve only first and last passes, which may also be passes of points. The
/// columns of strips are the first columns of plan::shared_shapes(), those of segments its later columns. The
/// columns of exact products are those of plan::exact_shapes().
template <class Real, kernels::columns_end End, class Body>
void for_column(int asked, Body&& body) {
  if constexpr (kernels::is_exact_field<Real>)
    for_instance<64, 256, 144, 192, 224>(asked, "column pass of an exact product", body);
  else if constexpr (End == kernels::columns_end::strip)
    for_instance<64, 256, 144, 160, 192, 224, 240>(asked, "column pass of strips", body);
  else if constexpr (End == kernels::columns_end::segments)
    for_instance<64, 128, 256, 512, 1024>(asked, "column pass of segments", body);
  else
    for_instance<64, 128, 256, 512, 1024, 144, 160, 192, 224, 240>(asked, "column pass", body);
}

template <class Launcher, class Real, kernels::columns_end End>
void run_grid(Launcher& launcher, const kernels::columns_arguments<Real>& a,
              std::integral_constant<kernels::columns_end, End>) {
  using kernels::columns_end, kernels::columns_kernel, kernels::direction;
  if constexpr (End == columns_end::number || End == columns_end::verified || End == columns_end::strip)
    check_digits(a);
  for_column<Real, End>(a.column, [&]<int Points>() {
    constexpr kernels::block_policy policy =
        kernels::on(machine_for<Launcher, Real>, kernels::columns_policy<Real>(Points), 16);
    if (a.width % policy.transforms != 0)
      refuse("column pass of ", Points, " points, ", a.width, " wide: no multiple of a block's columns");
    const auto blocks = static_cast<std::uint32_t>(a.groups * (a.width / policy.transforms));
    for_direction(a.direction, [&]<direction Direction>() {
      run_blocks<columns_kernel<Real, Points, Direction, End, policy>>(launcher, blocks, a);
    });
  });
}

}  // namespace gbi::exec
