/// \file
/// Ends of the column passes of a transform that ranks share.
#pragma once

#include "kernels/fft/ends/number.hpp"
#include "kernels/fft/ends/points.hpp"

namespace gbi::kernels {

template <class Fft>
struct column_end<strip_in, Fft> : staged_digits<recoding::random, strip_in, Fft> {
  using place = columns_of_strip<strip_in, Fft>;
  static constexpr bool of_ranks = true;

  GBI_DEVICE static digit_operand operand(const place& here) {
    return {here.a.end.digits, here.a.end.folded, here.problem};
  }
  GBI_DEVICE static auto source(const place& here) {
    return column_end::rows::source_of(here.a.end, here.problem, here.first_column);
  }
};
template <class Fft>
struct column_end<strip_out, Fft> : measured_coefficients<strip_out, Fft> {
  using place = columns_of_strip<strip_out, Fft>;
  static constexpr bool of_ranks = true;

  GBI_DEVICE static verdict& verdict_of(const place& here) { return *here.a.end.verdict; }
};

template <class Fft>
struct column_end<segments<direction::forward>, Fft> : plain_end<segments<direction::forward>, Fft> {
  using place = columns_in_segments<segments<direction::forward>, Fft>;
  static constexpr bool of_ranks = true;

  GBI_DEVICE static auto load(auto&, const place& here) {
    return load_points<double>(here, here.begin(here.a.data));
  }
};
template <class Fft>
struct column_end<segments<direction::backward>, Fft> : plain_end<segments<direction::backward>, Fft> {
  using place = columns_in_segments<segments<direction::backward>, Fft>;
  static constexpr bool of_ranks = true;

  GBI_DEVICE static auto store(auto&, const place& here) {
    return [&here, to = here.begin(here.a.data)](int which, auto&) {
      return [&here, to, j = here.column(which)](int row, complex<double> z) { to[here.at(row, j)] = z; };
    };
  }
};

}  // namespace gbi::kernels
