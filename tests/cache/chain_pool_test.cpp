/// \file
/// Chains are used again, with an epoch of which they hold no state.
#include "src/cache/chain_pool.hpp"

#include <gtest/gtest.h>

#include "src/context/engine.hpp"

namespace gbi::test {

namespace {

TEST(ChainPool, TakesBackWhatItLends) {
  const context host(backend::host);
  cache::chain_pool pool(detail::engine_of(host)->executor());
  kernels::scan_chain before{};
  for (int round = 0; round < 5; ++round) {
    const cache::chain_pool::lease again(pool, 10), other(pool, 10);
    EXPECT_NE(again.get().words, other.get().words) << "both are in use";
    if (round > 0) {
      EXPECT_TRUE(again.get().words == before.words || other.get().words == before.words);
      EXPECT_GT(again.get().epoch, before.epoch);
    }
    before = again.get();
  }
  const cache::chain_pool::lease longer(pool, 1000);
  EXPECT_NE(longer.get().words, before.words) << "too short";
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(longer.get().words[i], 0u) << "a new chain holds no state";
}

}  // namespace

}  // namespace gbi::test
