// Ranks that fail, make different calls or do not show up: every rank throws, and none hangs.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>

#include "src/distribute/group.hpp"
#include "tests/distribute/post_office.hpp"

namespace gbi::test {

namespace {

using std::chrono::milliseconds;
using strings = std::vector<std::string>;

communicator& link_of(const device_group& group) {
  return distribute::of(group)->link();
}
void share_one(communicator& link) {
  const std::uint64_t word = 7;
  std::vector<std::uint64_t> all(static_cast<std::size_t>(link.size()));
  link.share({&word, 1}, all);
  EXPECT_EQ(all, std::vector<std::uint64_t>(all.size(), 7));
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Failure, PrepareNamesTheRankEverywhere) {
  for (const int count : {2, 3, 4}) {
    std::atomic<int> went_on = 0;
    const strings said = on_processes(
        count,
        [&](const device_group& group) {
          distribute::group& own = *distribute::of(group);
          EXPECT_NO_THROW(own.prepare([](distribute::rank&) {}));
          try {
            own.prepare([&](distribute::rank& r) {
              if (r.number >= 1) throw std::runtime_error("no plan on " + std::to_string(r.number));
            });
            ADD_FAILURE();
          } catch (const std::runtime_error& error) {
            const std::string expected = group.first() == 0
                                             ? "rank 1 of " + std::to_string(count) + " failed: no plan on 1"
                                             : "no plan on " + std::to_string(group.first());
            EXPECT_EQ(error.what(), expected);
          }
          share_one(own.link());  // the link stays usable
          ++went_on;
        },
        false);
    EXPECT_EQ(said, strings(static_cast<std::size_t>(count)));
    EXPECT_EQ(went_on.load(), count);
  }
}

TEST(Failure, OutOfMemoryOnOneRankIsAnErrorOnAll) {
  const strings said = on_processes(
      4,
      [](const device_group& group) {
        distribute::group& own = *distribute::of(group);
        own.prepare([](distribute::rank& r) {
          if (r.number == 2) throw out_of_memory("product: no memory for 1 EB");
        });
      },
      true);
  EXPECT_EQ(said[2], "product: no memory for 1 EB");
  for (const int other : {0, 1, 3})
    EXPECT_EQ(said[static_cast<std::size_t>(other)], "rank 2 of 4 failed: product: no memory for 1 EB");
}

TEST(Failure, AStepThatThrowsEndsTheOthers) {
  const strings said = on_processes(
      3,
      [](const device_group& group) {
        distribute::group& own = *distribute::of(group);
        own.step([](distribute::rank& r) {
          if (r.number == 1) throw std::runtime_error("a fault");
        });
        share_one(own.link());
      },
      false);
  EXPECT_EQ(said[1], "a fault");
  for (const int other : {0, 2})
    EXPECT_TRUE(contains(said[static_cast<std::size_t>(other)], "rank 1 of 3 has aborted")) << said[0];
}

TEST(Failure, AnExceptionThatEndsAGroupEndsTheOthers) {
  const strings said = on_processes(
      3,
      [](const device_group& group) {
        share_one(link_of(group));
        if (group.first() == 1) throw std::runtime_error("no such file");
        link_of(group).barrier();
      },
      false);
  EXPECT_EQ(said[1], "no such file");
  for (const int other : {0, 2})
    EXPECT_EQ(said[static_cast<std::size_t>(other)], "rank 1 of 3 has aborted the exchanges");
}

TEST(Failure, TheRankThatDoesNotComeIsNamed) {
  const strings said = on_processes(
      3,
      [](const device_group& group) {
        share_one(link_of(group));
        if (group.first() == 1)
          std::this_thread::sleep_for(milliseconds(400));  // it is still running but does not take part
        if (group.first() != 1) link_of(group).barrier();
      },
      false, milliseconds(100));
  EXPECT_EQ(said[1], "");
  // The first of the two to give up says which rank it waited for. The other may learn it from the first.
  for (const int waiting : {0, 2})
    EXPECT_TRUE(contains(said[static_cast<std::size_t>(waiting)],
                         "barrier: rank 1 of 3 did not arrive within 100 ms"))
        << said[static_cast<std::size_t>(waiting)];
}

TEST(Failure, AbortEndsWaitingAndLaterCalls) {
  const strings said = on_processes(
      3,
      [](const device_group& group) {
        communicator& link = link_of(group);
        if (group.first() == 2) {
          link.abort();
          EXPECT_THROW(link.barrier(), device_error);
          return;
        }
        EXPECT_THROW(share_one(link), device_error);
        EXPECT_THROW(link.barrier(), device_error);
        EXPECT_THROW(link.all_gather(std::vector<communicator::buffers>(1), 0), device_error);
      },
      false);
  EXPECT_EQ(said, strings(3));
}

TEST(Failure, AMistakeOfOneRankIsAnErrorOnAll) {
  const strings said = on_processes(
      2,
      [](const device_group& group) {
        if (group.first() == 0)
          link_of(group).all_gather({}, 8);  // no entry for the local rank
        else
          share_one(link_of(group));
      },
      false);
  EXPECT_TRUE(contains(said[0], "0 entries for 1 local rank"));
  EXPECT_TRUE(contains(said[1], "rank 0 of 2 has given up: all_gather: 0 entries")) << said[1];
}

/// Ranks 0 and 1 call the first function, and rank 2 calls the second.
strings call_differently(const std::function<void(communicator&)>& most,
                         const std::function<void(communicator&)>& one) {
  return on_processes(
      3,
      [&](const device_group& group) {
        communicator& link = link_of(group);
        share_one(link);
        (group.first() == 2 ? one : most)(link);
      },
      true);
}

TEST(CheckedCommunicator, DifferentCallsAreAnErrorOnAll) {
  std::array<std::uint64_t, 3> words{}, more{};
  const std::vector<communicator::buffers> buffers{{words.data(), more.data()}};
  const std::vector<void*> memory{words.data()};
  using call = std::function<void(communicator&)>;
  const auto gather = [&](std::size_t bytes) -> call {
    return [&, bytes](communicator& link) { link.all_gather(buffers, bytes); };
  };
  const auto reduce = [&](std::size_t count, communicator::reduction how) -> call {
    return [&, count, how](communicator& link) { link.all_reduce(buffers, count, how); };
  };
  const auto from = [&](int root) -> call {
    return [&, root](communicator& link) { link.broadcast(memory, 8, root); };
  };
  const call barrier = [](communicator& link) { link.barrier(); };
  using enum communicator::reduction;
  const std::vector<std::tuple<call, call, std::string>> cases{
      {gather(8), gather(0), "rank 0 all_gather of 8 bytes, rank 2 all_gather of 0 bytes"},
      {gather(8), barrier, "rank 0 all_gather of 8 bytes, rank 2 barrier"},
      {barrier, reduce(1, sum), "rank 0 barrier, rank 2 all_reduce of 1 words by sum"},
      {reduce(1, max), reduce(1, sum),
       "rank 0 all_reduce of 1 words by max, rank 2 all_reduce of 1 words by sum"},
      {reduce(1, max), reduce(2, max),
       "rank 0 all_reduce of 1 words by max, rank 2 all_reduce of 2 words by max"},
      {from(0), from(1), "rank 0 broadcast of 8 bytes from rank 0, rank 2 broadcast of 8 bytes from rank 1"},
      {share_one, barrier, "rank 0 share of 1 words, rank 2 barrier"},
      {gather(8), [](communicator& link) { link.all_gather({}, 8); },
       "rank 0 all_gather of 8 bytes, rank 2 all_gather of 8 bytes with a wrong number of local ranks"}};
  for (const auto& [most, one, expected] : cases)
    for (const std::string& said : call_differently(most, one))
      EXPECT_EQ(said, "the calls of ranks differ: " + expected);
}

TEST(CheckedCommunicator, SegmentsThatDoNotFitAreAnErrorOnAll) {
  const strings said = on_processes(
      3,
      [](const device_group& group) {
        std::array<std::byte, 64> out{}, in{};
        const std::array<std::size_t, 3> send{1, 2, 3}, offsets{0, 8, 16};
        const auto me = static_cast<std::size_t>(group.first());
        std::array<std::size_t, 3> receive{};
        receive.fill(me + 1);
        if (me == 1) receive[2] = 5;
        const std::vector<communicator::segments> local{
            {out.data(), send, offsets, in.data(), receive, offsets}};
        link_of(group).all_to_all_v(local);
      },
      true);
  for (const std::string& text : said)
    EXPECT_EQ(text,
              "the calls of ranks differ: all_to_all_v, rank 2 sends 2 bytes to rank 1, which receives 5");
}

TEST(CheckedCommunicator, SegmentsForSomeRanksOnlyAreAnErrorOnAll) {
  for (const std::string& said : on_processes(
           3,
           [](const device_group& group) {
             std::array<std::byte, 64> out{}, in{};
             const std::array<std::size_t, 3> bytes{1, 1, 1}, offsets{0, 8, 16};
             const std::span<const std::size_t> sent(bytes.data(), group.first() == 2 ? 2 : 3);
             const std::vector<communicator::segments> local{
                 {out.data(), sent, offsets, in.data(), bytes, offsets}};
             link_of(group).all_to_all_v(local);
           },
           true))
    EXPECT_EQ(said,
              "the calls of ranks differ: rank 0 all_to_all_v, rank 2 all_to_all_v with a wrong number of "
              "local ranks");
}

TEST(CheckedCommunicator, OneProcessKeepsItsOwnErrors) {
  const device_group group(check_calls(direct_communicator(2)),
                           {context(backend::host), context(backend::host)});
  EXPECT_THROW(link_of(group).all_gather({}, 8), device_error);
  link_of(group).barrier();
  EXPECT_THROW(check_calls(nullptr), std::invalid_argument);
  EXPECT_THROW(message_communicator(nullptr), std::invalid_argument);
}

}  // namespace

}  // namespace gbi::test
