/// \file
/// The sum of a series to some number of bits, by nodes of which only the leading bits are kept.
///
/// With S = T / Q and R = P / Q, neighbours l and r are the node with S = S_l + R_l S_r and R = R_l R_r. R_l
/// is small, so the longer the left part is, the fewer bits its right neighbour needs.
///
/// **Error.** Let u = 2^-b. A node is asked for |S' - S| <= E u and 2^A |R' - R| <= E u, for its own numbers
/// S' and R', where all |S| are below 2^A and 0 < R <= 1. The left child is asked for u; its lengths tell
/// that R_l' <= 2^-w, and the right child is asked for 2^w u. Then
///
///     |S' - S| <= |S_l' - S_l| + R_l' |S_r' - S_r| + |R_l' - R_l| |S_r| <= (2 E_l + E_r) u,
///     2^A |R' - R| <= 2^A (R_l' |R_r' - R_r| + |R_l' - R_l| R_r) <= (E_l + E_r) u.
///
/// A part that is summed whole has no error. Afterwards P, Q and T of a node are shifted right by the same
/// number of bits, which leaves Q with at least b + A + 2. Rounding down changes S' and R' by at most (|S'| +
/// 1) / Q and 2 / Q, that is, by at most u and 2^-A u. So E = 2 E_l + E_r + 1, and for h levels of joins E <
/// 3^(h + 1) / 2. 2^40 terms have fewer than 40 levels, so E < 2^64, and b is 64 more than what the caller
/// asks for.
///
/// The lengths of T and Q, or P and Q, show that S and R are within their bounds. They are if no term is
/// longer than the one before and a part reduces them by half: S is at most as many times the first term.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "src/number_theory/sequences/series.hpp"

namespace gbi::number_theory {

/// How precise a sum is, and in how many parts it is computed.
struct sum_rounding {
  std::uint64_t bits;  ///< the error is below 2^-bits
  /// Nodes that would take more as a whole are joined from halves. By default two fifths of the device's
  /// memory.
  std::optional<std::size_t> most_bytes = {};
  /// Nodes of at least as many bits are joined from halves, too, if not all of their bits are needed. The
  /// products of shorter nodes take less time in batches.
  double fewest_cut_bits = 0x1p30;
};

/// The most memory that rounded_sum() takes at the same time in the current context, by count.
std::size_t bytes_of_rounded_sum(const rational_series& series, const series_part& whole,
                                 const sum_rounding& how);

/// A fraction T / Q near the sum. Asks for memory before any work.
/// \throws as approximate_sum_of()
fraction rounded_sum(const rational_series& series, const series_part& whole, const sum_rounding& how,
                     const std::function<void(double)>& progress);

}  // namespace gbi::number_theory
