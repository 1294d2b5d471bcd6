/// \file
/// Grids of the passes over fft columns. Selects the instance for each length.
#pragma once

#include <concepts>

#include "kernels/fft/columns.hpp"
#include "kernels/fft/ends/number.hpp"
#include "kernels/fft/ends/points.hpp"
#include "kernels/fft/ends/ranks.hpp"
#include "kernels/fft/ends/sums.hpp"
#include "kernels/fft/ends/words.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

/// \throws std::logic_error if a column pass would not stage all bits of an operand's digits, or if the
/// digits of its rows do not begin at the same bit of a word
inline void check_digits(const kernels::digit_source& digits, std::uint64_t width) {
  if (width % 32 != 0) refuse("column pass of digits, ", width, " wide: no multiple of 32");
  if (digits.digit_bits > kernels::widest_column_digit)
    refuse("column pass: digits of ", digits.digit_bits, " bits, more than a block stages");
}
template <kernels::recoding How>
void check(const kernels::columns_arguments<kernels::digits_in<How>>& a) {
  for (const kernels::digit_source& digits : a.end.operands.of) check_digits(digits, a.width);
}
inline void check(const kernels::columns_arguments<kernels::strip_in>& a) {
  check_digits(a.end.digits, a.width);
}
template <class End>
void check(const kernels::columns_arguments<End>&) {}

/// Columns with an odd factor serve only first and last passes, which may also be passes of points. The
/// columns of strips are the first columns of plan::shared_shapes(), those of segments its later columns. The
/// columns of exact products are those of plan::exact_shapes().
template <class End, class Body>
void for_column(int asked, Body&& body) {
  using namespace kernels;
  if constexpr (is_exact_field<typename End::real>)
    for_instance<64, 256, 144, 192, 224>(asked, "column pass of an exact product", body);
  else if constexpr (std::same_as<End, strip_in> || std::same_as<End, strip_out>)
    for_instance<64, 256, 144, 160, 192, 224, 240>(asked, "column pass of strips", body);
  else if constexpr (std::same_as<End, segments<End::way>>)
    for_power_of_two<64, 1024>(asked, "column pass of segments", body);
  else
    for_instance<64, 128, 256, 512, 1024, 144, 160, 192, 224, 240>(asked, "column pass", body);
}

template <kernels::block_policy Policy, int Points, class End>
void run_columns(auto& launcher, const kernels::columns_arguments<End>& a) {
  if (a.width % Policy.transforms != 0)
    refuse("column pass of ", Points, " points, ", a.width, " wide: no multiple of a block's columns");
  const auto blocks = static_cast<std::uint32_t>(a.groups * (a.width / Policy.transforms));
  run_blocks<kernels::columns_kernel<End, Points, Policy>>(launcher, blocks, a);
}

template <class Launcher, class End>
void run_grid(Launcher& launcher, const kernels::columns_arguments<End>& a) {
  using real = typename End::real;
  check(a);
  for_column<End>(a.column, [&]<int Points>() {
    run_columns<kernels::columns_on(machine_for<Launcher, real>, kernels::columns_policy<real>(Points)),
                Points>(launcher, a);
  });
}

}  // namespace gbi::exec
