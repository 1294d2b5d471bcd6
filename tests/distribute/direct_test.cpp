#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/error.hpp"
#include "src/distribute/group.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

TEST(DeviceGroup, RanksOfTheHost) {
  for (const int ranks : {1, 2, 4, 8}) {
    const device_group group = device_group::host(ranks);
    EXPECT_EQ(group.size(), ranks);
    EXPECT_EQ(group.local_size(), ranks);
    EXPECT_EQ(group.first(), 0);
    for (int i = 0; i < ranks; ++i)
      for (int j = 0; j < i; ++j) EXPECT_FALSE(group.at(i) == group.at(j));
    EXPECT_THROW((void)group.at(ranks), std::out_of_range);
    EXPECT_TRUE(device_group(group) == group);
    EXPECT_FALSE(device_group::host(ranks) == group);
    group.synchronize();
  }
}

TEST(DeviceGroup, WhatDoesNotFit) {
  EXPECT_THROW(device_group::host(0), std::invalid_argument);
  EXPECT_THROW(device_group(nullptr, {context(backend::host)}), std::invalid_argument);
  EXPECT_THROW(device_group(direct_communicator(2), {context(backend::host)}), std::invalid_argument);
}

TEST(DeviceGroup, Parts) {
  random_source random{test_seed()};
  for (int i = 0; i < 200; ++i) {
    const std::size_t count = random.log_uniform(1, 1 << 20) - 1;
    const int ranks = static_cast<int>(random.between(1, 20));
    std::size_t next = 0;
    for (int r = 0; r < ranks; ++r) {
      const part own = part_of(count, r, ranks);
      EXPECT_EQ(own.rank, r);
      EXPECT_EQ(own.first, next);
      EXPECT_GE(own.size, count / static_cast<std::size_t>(ranks));
      EXPECT_LE(own.size, count / static_cast<std::size_t>(ranks) + 1);
      next += own.size;
    }
    EXPECT_EQ(next, count);
  }
  EXPECT_THROW((void)part_of(1, 1, 1), std::invalid_argument);
  EXPECT_THROW((void)part_of(1, -1, 1), std::invalid_argument);
  EXPECT_THROW((void)part_of(1, 0, 0), std::invalid_argument);
}

TEST(Group, StepsRunInTurnWithTheirContext) {
  const device_group handle = device_group::host(4);
  distribute::group& group = *distribute::of(handle);
  int next = 0;
  group.step([&](distribute::rank& own) {
    EXPECT_EQ(own.number, next++);
    EXPECT_TRUE(context::current() == handle.at(own.number));
    EXPECT_EQ(&own.executor, &own.engine.executor());
  });
  EXPECT_EQ(next, 4);
}

TEST(Group, SideBySideMeansOneThreadForEachRank) {
  const device_group handle = device_group::host(4);
  std::atomic<int> together = 0;
  distribute::of(handle)->side_by_side([&](int rank) {
    EXPECT_TRUE(context::current() == handle.at(rank));
    ++together;
    while (together.load() < 4) std::this_thread::yield();
  });
  EXPECT_EQ(together.load(), 4);
}

TEST(Group, TheLowestRanksExceptionAfterAllHaveEnded) {
  const device_group handle = device_group::host(4);
  distribute::group& group = *distribute::of(handle);
  const auto fails = [&](auto&& run) {
    std::atomic<int> ended = 0;
    try {
      run([&](distribute::rank& own) {
        ++ended;
        if (own.number % 2 == 1) throw std::runtime_error(std::to_string(own.number));
      });
      ADD_FAILURE();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "1");
    }
    EXPECT_EQ(ended.load(), 4);
  };
  fails([&](auto&& f) { group.step(f); });
  fails([&](auto&& f) { group.prepare(f); });
  group.prepare([](distribute::rank&) {});
  group.link().barrier();
}

TEST(DirectCommunicator, EndsAfterAbort) {
  const device_group handle = device_group::host(2);
  communicator& link = distribute::of(handle)->link();
  EXPECT_THROW(link.all_gather({}, 8), std::invalid_argument);
  link.abort();
  EXPECT_THROW(link.barrier(), device_error);
  EXPECT_THROW(link.all_gather({}, 8), device_error);
}

}  // namespace

}  // namespace gbi::test
