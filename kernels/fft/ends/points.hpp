/// \file
/// Ends of column passes: complex numbers, and real numbers.
#pragma once

#include <type_traits>

#include "kernels/fft/ends/end.hpp"
#include "kernels/fft/right_angle.hpp"

namespace gbi::kernels {

template <class Real>
GBI_DEVICE auto load_points(const auto& here, const complex<Real>* from) {
  return [&here, from](int which) {
    return [&here, from, j = here.column(which)](int row) { return from[here.at(row, j)]; };
  };
}

template <class Real, class Fft>
struct column_end<points_in<Real>, Fft> : plain_end<points_in<Real>, Fft> {
  using place = columns_of_group<points_in<Real>, Fft>;
  static constexpr bool repairs = std::is_same_v<Real, double>;

  GBI_DEVICE static auto load(auto&, const place& here) {
    return load_points(here, here.begin(here.a.end.at));
  }
};

template <class Real, class Fft>
struct column_end<points_out<Real>, Fft> : plain_end<points_out<Real>, Fft> {
  using place = columns_of_group<points_out<Real>, Fft>;
  static constexpr bool repairs = std::is_same_v<Real, double>;

  GBI_DEVICE static auto store(auto&, const place& here) {
    // With a copy of `here`, nvcc adds the column to the pointer once, not for every row.
    return [here, to = here.begin(here.a.end.at)](int which, auto&) {
      return [rows = here.rows(), to, j = here.column(which)](int row, complex<Real> z) {
        to[rows.at(row, j)] = z;
      };
    };
  }
};

template <class Real, class Fft>
struct column_end<reals_in<Real>, Fft> : plain_end<reals_in<Real>, Fft> {
  using place = columns_of_matrix<reals_in<Real>, Fft>;

  GBI_DEVICE static auto load(auto&, const place& here) {
    return [&here, from = here.begin(here.a.end.at)](int which) {
      return [&here, from, j = here.column(which)](int row) {
        return folded(from + here.at(row, j), here.a.points);
      };
    };
  }
};

template <class Real, class Fft>
struct column_end<reals_out<Real>, Fft> : plain_end<reals_out<Real>, Fft> {
  using place = columns_of_matrix<reals_out<Real>, Fft>;

  GBI_DEVICE static auto store(auto&, const place& here) {
    return [&here, to = here.begin(here.a.end.at)](int which, auto&) {
      return [&here, to, j = here.column(which)](int row, complex<Real> z) {
        unfold(to + here.at(row, j), here.a.points, z);
      };
    };
  }
};

}  // namespace gbi::kernels
