/// \file
<<<<<<< HEAD
/// Memory that knows whether something was written behind it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace gbi::test {

/// `count` elements of a pattern, between as many of another one as no routine should reach.
template <class T>
class guarded {
 public:
  explicit guarded(std::size_t count) : memory_(count + 2 * margin, pattern), count_(count) {}
  ~guarded() {
    EXPECT_TRUE(std::all_of(memory_.begin(), memory_.begin() + margin, is_pattern)) << "written before";
    EXPECT_TRUE(std::all_of(memory_.end() - margin, memory_.end(), is_pattern)) << "written behind";
  }
  guarded(const guarded&) = delete;
  guarded& operator=(const guarded&) = delete;

  T* data() { return memory_.data() + margin; }
  std::size_t size() const { return count_; }

 private:
  static constexpr std::ptrdiff_t margin = 16;
  static constexpr T pattern = static_cast<T>(0x5a5a5a5a5a5a5a5a);
  static bool is_pattern(T x) { return x == pattern; }

  std::vector<T> memory_;
  std::size_t count_;
=======
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
>>>>>>> power
};

}  // namespace gbi::test
