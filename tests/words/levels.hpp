/// \file
/// Tests of routines on words that run at every level that the processor has, and check what is written
/// where.
#pragma once

#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/words/level.hpp"
#include "tests/words/operands.hpp"

namespace gbi::test {

/// One after the other all levels that the processor has; the best one again when it ends.
class at_every_level : public testing::TestWithParam<words::level> {
 protected:
  void SetUp() override {
    if (GetParam() > words::processor_level()) GTEST_SKIP() << "the processor has no such instructions";
    words::use_level(GetParam());
  }
  void TearDown() override { words::use_level(words::processor_level()); }

  random_source random{test_seed()};
};

/// Memory of a routine's result, with limbs behind it that must stay as they are.
class guarded {
 public:
  explicit guarded(std::size_t n) : limbs_(n, mark) { limbs_.insert(limbs_.end(), guards, mark); }

  limb* data() { return limbs_.data(); }
  /// The result, if nothing was written behind it.
  std::vector<limb> value() const {
    const auto end = limbs_.end() - guards;
    EXPECT_EQ(std::count(end, limbs_.end(), mark), guards)
        << "written behind " << limbs_.size() - guards << " limbs";
    return {limbs_.begin(), end};
  }

 private:
  static constexpr std::ptrdiff_t guards = 10;
  static constexpr limb mark = 0x5a5a'a5a5'1234'5678;
  std::vector<limb> limbs_;
};

/// n limbs, hostile or random ones.
inline std::vector<limb> words_of_length(random_source& random, std::size_t n) {
  std::vector<limb> result = words_operand(random, 2 * n + 1);
  const bool ones = random.coin();
  while (result.size() < n) result.push_back(ones ? ~limb{0} : random.bits());
  result.resize(n);
  return result;
}

}  // namespace gbi::test
