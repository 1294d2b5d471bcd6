/// \file
/// Grids of the column passes, and which instance serves which length.
#pragma once

#include "kernels/fft/columns.hpp"
#include "src/exec/dispatch/instances.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

/// \throws std::logic_error if a column pass would not stage all bits of an operand's digits, or if those of
/// its rows do not begin at the same bit of a word
template <class Real>
void check_digits(const kernels::columns_arguments<Real>& a) {
  if (a.width % 32 != 0)
    throw std::logic_error("column pass of digits, " + std::to_string(a.width) + " wide: no multiple of 32");
  for (const kernels::digit_source& digits : a.digits.of)
    if (digits.digit_bits > kernels::widest_column_digit)
      throw std::logic_error("column pass: digits of " + std::to_string(digits.digit_bits) +
                             " bits, more than a block stages");
}

/// Columns with an odd factor are for first and last passes only, but those may also be of points.
template <class Launcher, class Real>
void dispatch(Launcher& launcher, const kernels::columns_arguments<Real>& a, kernels::direction direction,
              kernels::columns_end end, int column, std::uint32_t batch) {
  using kernels::columns_end;
  for_instance<64, 128, 256, 512, 1024, 144, 160, 192, 224, 240>(column, "column pass", [&]<int Points>() {
    constexpr kernels::block_policy policy =
        kernels::on(machine_of<Launcher>, kernels::columns_policy<Real>(Points), 16);
    if (a.width % policy.transforms != 0)
      throw std::logic_error("column pass of " + std::to_string(Points) + " points, " +
                             std::to_string(a.width) + " wide: no multiple of a block's columns");
    const auto blocks = static_cast<std::uint32_t>(a.groups * (a.width / policy.transforms));
    const auto run = [&]<columns_end End>() {
      using kernels::columns_kernel;
      if (direction == kernels::direction::forward)
        launcher.template run<columns_kernel<Real, Points, kernels::direction::forward, End, policy>>(
            blocks, batch, a);
      else
        launcher.template run<columns_kernel<Real, Points, kernels::direction::backward, End, policy>>(
            blocks, batch, a);
    };
    switch (end) {
      case columns_end::points:
        return run.template operator()<columns_end::points>();
      case columns_end::right_angle:
        return run.template operator()<columns_end::right_angle>();
      case columns_end::number:
      case columns_end::verified:
        check_digits(a);
        if constexpr (sizeof(Real) == 8)
          return end == columns_end::number ? run.template operator()<columns_end::number>()
                                            : run.template operator()<columns_end::verified>();
        else
          throw std::logic_error("products are transformed in double precision");
    }
  });
}

}  // namespace gbi::exec
