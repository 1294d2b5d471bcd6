/// \file
/// The weights (right_angle.hpp) of exact products in column passes. The length of the fine table divides the
/// width, so its entry depends only on the column. That length is also a multiple of the block's columns, so
/// the entries of these columns are adjacent and all share the coarse factor of the first one.
///
/// Each factor has a function that returns it by value. If `circle_root` refers to an entry in memory
/// instead, g++ does not vectorise the phases.
#pragma once

#include "kernels/fft/ends/place.hpp"

namespace gbi::kernels {

template <class Here>
GBI_DEVICE complex<typename Here::real> fine_root(const Here& here, int which) {
  const auto& circle_roots = here.a.tables.circle_roots;
  return read_only(circle_roots.fine + (here.first_of_all() & ((1u << circle_roots.fine_bits) - 1)) + which);
}
template <class Here>
GBI_DEVICE complex<typename Here::real> coarse_root(const Here& here, int row) {
  const auto& circle_roots = here.a.tables.circle_roots;
  return read_only(circle_roots.coarse + (here.at_of_all(row) >> circle_roots.fine_bits));
}

/// w^(row width + j)
/// \param fine the entry of column j
template <class Real>
GBI_DEVICE complex<Real> weight(const auto& here, int row, complex<Real> fine) {
  return circle_root(coarse_root(here, row), fine);
}

}  // namespace gbi::kernels
