/// \file
/// The weights of twists (right_angle.hpp) in column passes. The length of the fine table divides the width,
/// so its entry depends only on the column. That length is also a multiple of the block's columns, so the
/// entries of these columns are adjacent and all share the coarse factor of the first one.
///
/// Each factor has a function that returns it by value. If `turn` refers to an entry in memory instead, g++
/// does not vectorise the phases.
#pragma once

#include "kernels/fft/ends/place.hpp"

namespace gbi::kernels {

template <class Here>
GBI_DEVICE complex<typename Here::real> fine_turn(const Here& here, int which) {
  const auto& turns = here.a.tables.turns;
  return read_only(turns.fine + (here.first_of_all() & ((1u << turns.fine_bits) - 1)) + which);
}
template <class Here>
GBI_DEVICE complex<typename Here::real> coarse_turn(const Here& here, int row) {
  const auto& turns = here.a.tables.turns;
  return read_only(turns.coarse + (here.at_of_all(row) >> turns.fine_bits));
}

/// w^(row width + j)
/// \param fine the entry of column j
template <class Real>
GBI_DEVICE complex<Real> weight(const auto& here, int row, complex<Real> fine) {
  return turn(coarse_turn(here, row), fine);
}

}  // namespace gbi::kernels
