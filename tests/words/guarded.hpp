/// \file
/// Memory that a routine on words may write, between limbs that it may not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/word/limb.hpp"

namespace gbi::test {

class guarded_limbs {
 public:
  explicit guarded_limbs(std::size_t n) : limbs_(n + 2 * guards, guard) {}

  limb* data() { return limbs_.data() + guards; }
  std::size_t size() const { return limbs_.size() - 2 * guards; }
  std::vector<limb> value() const {
    return {limbs_.begin() + guards, limbs_.end() - static_cast<std::ptrdiff_t>(guards)};
  }
  /// Whether nothing was written outside.
  bool intact() const {
    const auto is_guard = [](limb l) { return l == guard; };
    return std::all_of(limbs_.begin(), limbs_.begin() + guards, is_guard) &&
           std::all_of(limbs_.end() - static_cast<std::ptrdiff_t>(guards), limbs_.end(), is_guard);
  }

 private:
  static constexpr std::size_t guards = 3;
  static constexpr limb guard = 0x5bd1e995a3c59ac3;
  std::vector<limb> limbs_;
};

}  // namespace gbi::test
