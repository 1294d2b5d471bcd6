/// \file
/// Ends of column passes: complex numbers, and twisted real numbers.
#pragma once

#include <type_traits>

#include "kernels/fft/ends/end.hpp"
#include "kernels/fft/ends/weight.hpp"
#include "kernels/fft/right_angle.hpp"

namespace gbi::kernels {

template <class Real>
GBI_DEVICE auto load_points(const auto& here, const complex<Real>* from) {
  return [here, from](int which) GBI_INLINE {
    return [here, from, j = here.column(which)](int row) GBI_INLINE { return from[here.at(row, j)]; };
  };
}
template <class Real>
GBI_DEVICE auto store_points(const auto& here, complex<Real>* to) {
  return [here, to](int which, auto&) GBI_INLINE {
    return [here, to, j = here.column(which)](int row, complex<Real> z)
               GBI_INLINE { to[here.at(row, j)] = z; };
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
    return store_points(here, here.begin(here.a.end.at));
  }
};

template <class Real, class Fft>
struct column_end<reals_in<Real>, Fft> : plain_end<reals_in<Real>, Fft> {
  using place = columns_of_matrix<reals_in<Real>, Fft>;

  GBI_DEVICE static auto load(auto&, const place& here) {
    return [here](int which) GBI_INLINE {
      return [here, j = here.column(which), fine = fine_turn(here, which)](int row) GBI_INLINE {
        return twist(here.a.end.at, here.problem, here.at(row, j), here.a.points, weight(here, row, fine));
      };
    };
  }
};

template <class Real, class Fft>
struct column_end<reals_out<Real>, Fft> : plain_end<reals_out<Real>, Fft> {
  using place = columns_of_matrix<reals_out<Real>, Fft>;

  GBI_DEVICE static auto store(auto&, const place& here) {
    return [here](int which, auto&) GBI_INLINE {
      return
          [here, j = here.column(which), fine = fine_turn(here, which)](int row, complex<Real> z) GBI_INLINE {
            untwist(here.a.end.at, here.problem, here.at(row, j), here.a.points, weight(here, row, fine), z);
          };
    };
  }
};

}  // namespace gbi::kernels
