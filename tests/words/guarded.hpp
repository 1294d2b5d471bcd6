/// \file
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
};

}  // namespace gbi::test
