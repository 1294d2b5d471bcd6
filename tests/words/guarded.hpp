/// \file
/// Memory that a routine on words may write, between guards that it must not write.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/word/limb.hpp"

namespace gbi::test {

/// `count` elements of a pattern, between guards.
template <class T = limb>
class guarded {
 public:
  explicit guarded(std::size_t count) : memory_(count + 2 * margin, pattern), count_(count) {}
  ~guarded() { EXPECT_TRUE(intact()) << "written outside"; }
  guarded(const guarded&) = delete;
  guarded& operator=(const guarded&) = delete;

  T* data() { return memory_.data() + margin; }
  std::size_t size() const { return count_; }
  T& operator[](std::size_t i) { return data()[i]; }
  std::vector<T> value() const { return {memory_.data() + margin, memory_.data() + margin + count_}; }
  /// Whether nothing was written outside.
  bool intact() const {
    const auto is_pattern = [](T x) { return x == pattern; };
    return std::all_of(memory_.begin(), memory_.begin() + margin, is_pattern) &&
           std::all_of(memory_.end() - margin, memory_.end(), is_pattern);
  }

 private:
  static constexpr std::ptrdiff_t margin = 16;
  static constexpr T pattern = static_cast<T>(0x5a5a5a5a5a5a5a5a);

  std::vector<T> memory_;
  std::size_t count_;
};

}  // namespace gbi::test
