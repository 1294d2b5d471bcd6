/// \file
/// Which rank holds which limbs of a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gbi::distribute {

/// The limbs [begin, end).
struct range {
  std::size_t begin = 0, end = 0;

  std::size_t size() const noexcept { return end - begin; }
  bool contains(range other) const noexcept {
    return other.size() == 0 || (begin <= other.begin && other.end <= end);
  }
};

/// The intersection of two ranges; may be empty.
inline range common(range a, range b) noexcept {
  const std::size_t begin = std::max(a.begin, b.begin);
  return {begin, std::max(begin, std::min(a.end, b.end))};
}

/// Neighbouring ranks of a group, such as those of a machine.
struct rank_range {
  int first, count;

  bool has(int rank) const noexcept { return first <= rank && rank < first + count; }
  /// The number of a rank among them.
  int index(int rank) const noexcept { return rank - first; }
};

/// Rank first + r holds the limbs from r width up to (r + 1) width, as far as the number reaches. So the
/// highest ranks may be empty, and the ranks below the first one are.
class slabs {
 public:
  /// Slabs for a new number, with room for one more limb, so that a sum has the same slabs as its operands.
  static slabs of(std::size_t limbs, int ranks) noexcept { return of(limbs, ranks, {0, ranks}); }
  /// Slabs on some of the ranks.
  static slabs of(std::size_t limbs, int ranks, rank_range on) noexcept {
    return {limbs, limbs / static_cast<std::size_t>(on.count) + 1, ranks, on};
  }
  /// Slabs of the same width, so that results need not move between ranks. Slabs of another width if the
  /// number does not fit, or would leave more than half of the slabs empty.
  slabs resized(std::size_t limbs) const noexcept {
    const slabs fresh = of(limbs, ranks_, on_);
    return width_ < fresh.width_ || width_ / 2 > fresh.width_ ? fresh : slabs(limbs, width_, ranks_, on_);
  }

  std::size_t limbs() const noexcept { return limbs_; }
  std::size_t width() const noexcept { return width_; }
  int ranks() const noexcept { return ranks_; }
  range whole() const noexcept { return {0, limbs_}; }
  range at(int rank) const noexcept {
    if (rank < on_.first) return {};
    const std::size_t begin = std::min(limbs_, static_cast<std::size_t>(on_.index(rank)) * width_);
    return {begin, std::min(limbs_, begin + width_)};
  }
  /// The slab of every rank.
  std::vector<range> all() const {
    return map([](range own) { return own; });
  }
  /// Calls f(slab) for every rank.
  template <class F>
  std::vector<range> map(F&& f) const {
    std::vector<range> result;
    result.reserve(static_cast<std::size_t>(ranks_));
    for (int rank = 0; rank < ranks_; ++rank) result.push_back(f(at(rank)));
    return result;
  }

 private:
  slabs(std::size_t limbs, std::size_t width, int ranks, rank_range on) noexcept
      : limbs_(limbs), width_(width), ranks_(ranks), on_(on) {}

  std::size_t limbs_, width_;
  int ranks_;
  rank_range on_;
};

}  // namespace gbi::distribute
