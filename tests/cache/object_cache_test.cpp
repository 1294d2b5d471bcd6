/// \file
/// Objects that contexts keep for later operations: the most recent ones, within a limit.
#include "src/cache/object_cache.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace gbi::test {

namespace {

struct number_kept {
  int value;
};
struct other_kept {
  int value;
};

class Keepsakes : public testing::Test {
 protected:
  /// The value of the object with these parameters. A new object gets `value`.
  template <class T = number_kept>
  int get(std::uint64_t first, std::uint64_t second, std::size_t bytes, int value) {
    return kept_.get<T>(first, second, bytes, [&] { return std::make_shared<const T>(T{value}); })->value;
  }

  cache::object_cache kept_{100};
};

TEST_F(Keepsakes, AreFoundByTypeAndParameters) {
  EXPECT_EQ(get(1, 2, 10, 5), 5);
  EXPECT_EQ(get(1, 2, 10, 6), 5);
  EXPECT_EQ(get(1, 3, 10, 7), 7);
  EXPECT_EQ(get(2, 2, 10, 8), 8);
  EXPECT_EQ(get<other_kept>(1, 2, 10, 9), 9);
  EXPECT_EQ(get(1, 2, 10, 6), 5);
}

TEST_F(Keepsakes, TheLatestOnesStay) {
  get(1, 0, 40, 1);
  get(2, 0, 40, 2);
  EXPECT_EQ(get(1, 0, 40, 9), 1);  // now 2 is the oldest
  get(3, 0, 40, 3);
  EXPECT_EQ(get(1, 0, 40, 9), 1);
  EXPECT_EQ(get(3, 0, 40, 9), 3);
  EXPECT_EQ(get(2, 0, 40, 9), 9);
}

TEST_F(Keepsakes, WhatIsTooLargeIsNotKept) {
  EXPECT_TRUE(kept_.takes(100));
  EXPECT_FALSE(kept_.takes(101));
  get(1, 0, 50, 1);
  EXPECT_EQ(get(2, 0, 101, 2), 2);
  EXPECT_EQ(get(2, 0, 101, 3), 3);
  EXPECT_EQ(get(1, 0, 50, 9), 1);
}

TEST_F(Keepsakes, AreDroppedAndStayWithTheirUsers) {
  const auto used =
      kept_.get<number_kept>(1, 0, 10, [] { return std::make_shared<const number_kept>(number_kept{4}); });
  kept_.clear();
  EXPECT_EQ(used->value, 4);
  EXPECT_EQ(get(1, 0, 10, 5), 5);
}

}  // namespace

}  // namespace gbi::test
