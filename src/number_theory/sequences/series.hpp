/// \file
/// A node of a binary splitting: the part of a series that one device sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "gpu_bigint/series.hpp"

namespace gbi::number_theory {

/// A range of terms. The range is the whole series or begins where an even number of terms has ended, so that
/// the terms of all ranges of an alternating series begin with the same sign.
struct series_part {
  std::uint64_t first, terms;  ///< at least one term
  bool alternates;             ///< the first term is negative, and the terms alternate in sign
};

/// For the terms k of a part, P = p(first) p(first + 1) ..., Q = q(first) q(first + 1) ..., and T / Q is
/// their sum. Neighbours l and r are the node with P = P_l P_r, Q = Q_l Q_r and T = T_l Q_r + P_l T_r.
struct series_node {
  gpu_bigint p;  ///< zero if it is not asked for
  gpu_bigint q, t;
};

/// All terms of a series as a part.
/// \throws as sum_of() for polynomials and ranges that are too long
series_part whole_series(const rational_series& series, std::uint64_t first, std::uint64_t terms);

/// The most memory that node_of_part() takes at the same time in the current context, by count.
/// \throws std::length_error if the node is longer than the longest product
std::size_t bytes_of_part(const rational_series& series, const series_part& part);

/// The node of a part, in the current context. Waits for the leaves.
/// \param with_p whether P is asked for
/// \throws as sum_of(), but does not ask for memory beforehand
series_node node_of_part(const rational_series& series, const series_part& part, bool with_p,
                         const std::function<void(double)>& progress);

/// The same, unless it is refused for lack of memory before any work.
/// \throws as sum_of()
series_node sum_of_part(const rational_series& series, const series_part& part, bool with_p,
                        const std::function<void(double)>& progress);

}  // namespace gbi::number_theory
