// The places of limbs in strips, each against its definition.
#include "src/distribute/strips.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

TEST(Strips, PlacesOfEveryInterval) {
  random_source random{test_seed()};
  for (int round = 0; round < 300; ++round) {
    const int ranks = 1 << random.below(5);
    const std::size_t length = 1 + random.below(6), rows = 1 + random.below(4);
    const distribute::strips where(ranks, length);
    const std::size_t row = static_cast<std::size_t>(ranks) * length, limbs = rows * row;
    const std::size_t begin = random.below(limbs + 1), end = begin + random.below(limbs + 1 - begin);
    EXPECT_EQ(where.rows_of(limbs), rows);
    EXPECT_EQ(where.rows_of(limbs + 1), rows + 1);
    for (int rank = 0; rank < ranks; ++rank) {
      std::vector<std::size_t> of_operand, of_product;
      for (std::size_t place = 0; place < (rows + 1) * where.pitch(); ++place) {
        const std::size_t first = place / where.pitch() * row + static_cast<std::size_t>(rank) * length;
        const std::size_t limb = first + place % where.pitch();
        if (limb >= begin + 1 && limb < end + 1) of_operand.push_back(place);
        if (limb >= begin && limb < end) of_product.push_back(place);
      }
      const auto expect_run = [](distribute::range found, const std::vector<std::size_t>& places) {
        ASSERT_EQ(found.size(), places.size());
        for (std::size_t i = 0; i < places.size(); ++i) ASSERT_EQ(found.begin + i, places[i]);
      };
      expect_run(where.of_operand(rank, {begin, end}), of_operand);
      expect_run(where.of_product(rank, {begin, end}), of_product);
    }
  }
}

}  // namespace

}  // namespace gbi::test
