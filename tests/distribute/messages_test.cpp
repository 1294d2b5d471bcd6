// Processes that send each other messages: every exchange, and numbers in slabs whose ranks are in different
// processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gpu_bigint/distributed.hpp"
#include "src/distribute/group.hpp"
#include "tests/distribute/post_office.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

using strings = std::vector<std::string>;

TEST(Messages, BroadcastFromEveryRank) {
  for (const int count : {1, 2, 3, 4}) {
    const strings said = on_processes(
        count,
        [&](const device_group& group) {
          for (int root = 0; root < count; ++root)
            for (const std::size_t size : {0, 1, 2, 1000}) {
              std::vector<std::uint8_t> memory(size, static_cast<std::uint8_t>(17 * group.first() + 1));
              void* const own = memory.data();
              distribute::of(group)->link().broadcast({&own, 1}, size, root);
              EXPECT_EQ(memory, std::vector<std::uint8_t>(size, static_cast<std::uint8_t>(17 * root + 1)));
            }
        },
        true);
    EXPECT_EQ(said, strings(static_cast<std::size_t>(count)));
  }
  for (const std::string& message : on_processes(
           2,
           [](const device_group& group) {
             void* const own = nullptr;
             distribute::of(group)->link().broadcast({&own, 1}, 0, 2);
           },
           false))
    EXPECT_NE(message.find("from rank 2 of 2"), std::string::npos) << message;
}

// Blocks of none, one and more bytes, and gaps that must keep their bytes.
TEST(Messages, BlocksOfDifferentSizes) {
  constexpr std::size_t ranks = 3, room = 16;
  const auto bytes_between = [](std::size_t from, std::size_t to) { return (4 * from + to) % 4; };
  const auto byte_between = [](std::size_t from, std::size_t to) {
    return static_cast<std::uint8_t>(10 * from + to + 1);
  };
  const strings said = on_processes(
      ranks,
      [&](const device_group& group) {
        const auto self = static_cast<std::size_t>(group.first());
        std::vector<std::uint8_t> send(ranks * room), receive(ranks * room, 0xee), expected = receive;
        std::vector<std::size_t> sent(ranks), received(ranks), offsets(ranks);
        for (std::size_t other = 0; other < ranks; ++other) {
          offsets[other] = other * room;
          sent[other] = bytes_between(self, other), received[other] = bytes_between(other, self);
          std::fill_n(send.begin() + static_cast<std::ptrdiff_t>(other * room), room,
                      byte_between(self, other));
          std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(other * room), received[other],
                      byte_between(other, self));
        }
        const communicator::segments own{send.data(), sent, offsets, receive.data(), received, offsets};
        distribute::of(group)->link().all_to_all_v({&own, 1});
        EXPECT_EQ(receive, expected) << "rank " << self;
      },
      true);
  EXPECT_EQ(said, strings(ranks));
}

TEST(Messages, WhatARankSendsItselfMustFit) {
  const strings said = on_processes(
      1,
      [](const device_group& group) {
        std::uint64_t from = 1, to = 0;
        const std::size_t sent = 8, received = 7, offset = 0;
        const communicator::segments own{&from, {&sent, 1}, {&offset, 1}, &to, {&received, 1}, {&offset, 1}};
        distribute::of(group)->link().all_to_all_v({&own, 1});
      },
      false);
  EXPECT_NE(said[0].find("sends itself 8 bytes and receives 7"), std::string::npos) << said[0];
}

TEST(Messages, NumbersInSlabs) {
  for (const int count : {2, 3, 4}) {
    random_source random(test_seed());
    const integer x = random_integer(random, 200'000), y = random_integer(random, 90'000);
    const strings said = on_processes(
        count,
        [&](const device_group& group) {
          const scoped_context use(group.at(0));
          const auto made = [&](const integer& value) {
            return distributed_bigint::from_limbs(group, value.to_limbs(), value.sign() < 0);
          };
          const distributed_bigint a = made(x), b = made(y);
          EXPECT_TRUE(matches((a + b).gather(), x + y));
          EXPECT_TRUE(matches((a - b).gather(), x - y));
          EXPECT_TRUE(matches((a * b).gather(), x * y));
          EXPECT_TRUE(matches((a * a).gather(), x * x));
          EXPECT_TRUE(matches((a << 12'345).gather(), x << 12'345));
          EXPECT_EQ(a < b, x < y);
          for (int to = 0; to < count; ++to)
            EXPECT_TRUE(matches(a.gather(to), to == group.first() ? x : integer(0))) << to;
          for (const int other : {-1, group.first() - 1, group.first() + 1, count}) {
            EXPECT_THROW(static_cast<void>(a.slab_limbs(other)), std::invalid_argument) << other;
          }
        },
        true);
    EXPECT_EQ(said, strings(static_cast<std::size_t>(count)));
  }
}

}  // namespace

}  // namespace gbi::test
