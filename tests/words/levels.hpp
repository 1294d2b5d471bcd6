/// \file
/// Tests of routines on words that run at every instruction level of the processor and check where results
/// are written.
#pragma once

#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/words/level.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

/// Runs at every level of the processor, and restores the best level at the end.
class at_every_level : public testing::TestWithParam<words::level> {
 protected:
  void SetUp() override {
    if (GetParam() > words::processor_level()) GTEST_SKIP() << "the processor has no such instructions";
    words::use_level(GetParam());
  }
  void TearDown() override { words::use_level(words::processor_level()); }

  random_source random{test_seed()};
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
