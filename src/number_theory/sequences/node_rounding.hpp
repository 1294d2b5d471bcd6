/// \file
/// Which bits of a node matter (rounded_sum.hpp has the proof), for numbers on one device or in slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "src/number_theory/sequences/series_bounds.hpp"

namespace gbi::number_theory {

class node_rounding {
 public:
  node_rounding(const rational_series& series, const series_part& whole);

  /// b of the root, for a sum with an error below 2^-bits.
  static std::uint64_t first_bits(std::uint64_t bits) { return bits + guard; }
  /// b of a right node whose left neighbour has this weight.
  static std::uint64_t bits_right(std::uint64_t bits, std::uint64_t weight) {
    return std::max(guard, bits - std::min(bits, weight));
  }
  /// The bits of Q that are kept.
  std::uint64_t kept_bits(std::uint64_t bits) const { return bits + sum_bits_ + 2; }

  /// w, so that the ratio of the node is at most 2^-w. \throws std::domain_error
  template <class Node>
  std::uint64_t weight_of(const Node& of) const {
    const std::size_t above = of.p.bit_length(), below = of.q.bit_length();
    if (below < above + 2) throw std::domain_error(name_of(whole_) + ": its terms do not become smaller");
    return below - above - 1;
  }

  /// Shifts the numbers so that Q keeps the bits that are needed. \throws std::domain_error
  template <class Node>
  void cut(Node& made, std::uint64_t bits) const {
    const std::size_t length = made.q.bit_length();
    if (made.t.bit_length() + 2 > length + sum_bits_)
      throw std::domain_error(name_of(whole_) + ": its sum is larger than decreasing terms can make it");
    const std::uint64_t kept = kept_bits(bits);
    if (length <= kept) return;
    const auto idle = static_cast<std::int64_t>(length - kept);
    for (auto Node::*number : {&Node::p, &Node::q, &Node::t}) made.*number >>= idle;
  }

 private:
  /// 2^guard exceeds the number of errors that add up.
  static constexpr std::uint64_t guard = 64;

  series_part whole_;
  std::uint64_t sum_bits_;  ///< A
};

}  // namespace gbi::number_theory
