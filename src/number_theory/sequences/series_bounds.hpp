/// \file
/// How long the numbers of a binary splitting are, known before they are computed.
#pragma once

#include <cstdint>

#include "src/number_theory/sequences/series.hpp"

namespace gbi::number_theory {

/// The limbs of P, Q and T of a node.
struct node_limbs {
  std::uint64_t p, q, t;

  std::uint64_t sum() const { return p + q + t; }
};

/// Upper bounds on log2 of the values of p, q and a in a range of terms, and what follows for its nodes.
struct series_bounds {
  double p, q, a;

  /// \throws std::invalid_argument, std::length_error as sum_of()
  static series_bounds of(const rational_series& series, const series_part& part);

  /// Of the longest number of a node with that many terms. Its sum has `terms` summands, each a weight times
  /// one factor for each term.
  double bits(double terms) const;
  node_limbs limbs(double terms) const;
};

/// "sum of a series from term 1 on, with 10 terms"
std::string name_of(const series_part& part);

}  // namespace gbi::number_theory
