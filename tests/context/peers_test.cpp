/// \file
/// The order of copies between several devices.
#include "src/exec/cuda/peers.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "tests/context/fake_calls.hpp"
#include "tests/context/fake_executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

/// Ranks with a device each, and a word for each pair of ranks in the memory of both.
class CopiesOfPeers : public testing::TestWithParam<int> {
 protected:
  CopiesOfPeers() { fake_cuda::reset(); }
  ~CopiesOfPeers() override {
    EXPECT_EQ(fake_cuda::now().mistakes, std::vector<std::string>{});
    EXPECT_EQ(fake_cuda::now().events, 0);
  }

  struct setting {
    setting(int ranks, int copies_at_once) {
      for (int rank = 0; rank < ranks; ++rank) {
        executors.push_back(std::make_unique<fake_executor>(rank, nullptr));
        pointers.push_back(executors.back().get());
        for (std::vector<std::uint64_t*>* const words : {&sent, &received})
          words->push_back(static_cast<std::uint64_t*>(executors.back()->allocate(bytes(ranks))));
        for (int other = 0; other < ranks; ++other) sent.back()[other] = word_of(rank, other);
      }
      peers = exec::cuda::make_peers(pointers, copies_at_once);
    }
    ~setting() {
      for (std::size_t rank = 0; rank < executors.size(); ++rank)
        for (std::uint64_t* const words : {sent[rank], received[rank]})
          executors[rank]->release(words, bytes(static_cast<int>(executors.size())));
    }
    static std::uint64_t word_of(int from, int to) { return static_cast<std::uint64_t>(100 * from + to + 1); }
    static std::size_t bytes(int ranks) { return static_cast<std::size_t>(ranks) * sizeof(std::uint64_t); }

    /// Queues the copies of all pairs of ranks, in rounds.
    void copy_all() {
      const auto ranks = static_cast<int>(executors.size());
      for (int round = 0; round < ranks; ++round)
        for (int from = 0; from < ranks; ++from) {
          const int to = (from + round) % ranks;
          peers->copy(from, sent[static_cast<std::size_t>(from)] + to, to,
                      received[static_cast<std::size_t>(to)] + from, sizeof(std::uint64_t));
        }
    }
    void expect_all_received() const {
      for (std::size_t to = 0; to < executors.size(); ++to)
        for (std::size_t from = 0; from < executors.size(); ++from)
          EXPECT_EQ(received[to][from], word_of(static_cast<int>(from), static_cast<int>(to)));
    }
    cudaStream_t stream_of(std::size_t rank) const {
      return static_cast<cudaStream_t>(executors[rank]->stream());
    }

    std::vector<std::unique_ptr<fake_executor>> executors;
    std::vector<exec::executor*> pointers;
    std::vector<std::uint64_t*> sent, received;
    std::unique_ptr<exec::peers> peers;
  };

  /// The most copies from a rank, or to a rank, at the same time, and when the last one ends.
  struct traffic {
    int most_sent = 0, most_received = 0, end = 0;
  };
  static traffic traffic_seen() {
    std::map<std::pair<int, int>, int> sent, received;  // by rank and time
    traffic seen;
    for (const auto& [from, to, begin] : std::exchange(fake_cuda::now().transfers, {})) {
      seen.most_sent = std::max(seen.most_sent, ++sent[{from, begin}]);
      seen.most_received = std::max(seen.most_received, ++received[{to, begin}]);
      seen.end = std::max(seen.end, begin + 1);
    }
    return seen;
  }
};

TEST_P(CopiesOfPeers, KeepAllLinksBusyOneCopyAtATime) {
  const int ranks = GetParam();
  for (int at_once = 1; at_once < ranks + 2; ++at_once) {
    setting with(ranks, at_once);
    constexpr int exchanges = 3;
    std::vector<std::uint64_t> numbers;
    for (int i = 0; i < exchanges; ++i) {
      with.peers->begin_apart();
      with.copy_all();
      numbers.push_back(with.peers->end_apart());
    }
    const int most = std::min(at_once, ranks - 1), steps = most == 0 ? 0 : (ranks - 2) / most + 1;
    const traffic seen = traffic_seen();
    EXPECT_EQ(seen.most_sent, most) << at_once;
    EXPECT_EQ(seen.most_received, most) << at_once;
    EXPECT_EQ(seen.end, exchanges * steps) << at_once << ": links idle";
    // Each rank waits for the exchange that it follows, not for later ones.
    for (int i = 0; i < exchanges; ++i) {
      with.peers->follow(numbers[static_cast<std::size_t>(i)]);
      for (std::size_t rank = 0; rank < with.executors.size(); ++rank)
        EXPECT_EQ(with.stream_of(rank)->time, (i + 1) * steps) << at_once;
    }
    with.expect_all_received();
  }
}

TEST_P(CopiesOfPeers, RunAllAtOnceIfNothingOverlaps) {
  const int ranks = GetParam();
  setting with(ranks, 1);
  for (int i = 1; i <= 2; ++i) {
    with.peers->begin();
    with.copy_all();
    with.peers->end();
    const traffic seen = traffic_seen();
    EXPECT_EQ(seen.most_sent, ranks - 1);
    EXPECT_EQ(seen.most_received, ranks - 1);
    EXPECT_EQ(seen.end, ranks == 1 ? 0 : i);
    for (std::size_t rank = 0; rank < with.executors.size(); ++rank)
      EXPECT_EQ(with.stream_of(rank)->time, ranks == 1 ? 0 : i);
  }
  with.expect_all_received();
}

// A rank that is late delays only copies from it and to it, and what follows them.
TEST_P(CopiesOfPeers, BeginAfterWhatWasQueued) {
  const int ranks = GetParam();
  setting with(ranks, ranks);
  with.stream_of(0)->time = 10;
  with.peers->begin_apart();
  with.copy_all();
  with.peers->follow(with.peers->end_apart());
  for (const auto& [from, to, begin] : std::exchange(fake_cuda::now().transfers, {}))
    EXPECT_EQ(begin, from == 0 || to == 0 ? 10 : 0);
}

TEST_P(CopiesOfPeers, AreNeverMoreThanAllowedIfRanksAreLate) {
  random_source random(test_seed());
  const int ranks = GetParam();
  for (int at_once = 1; at_once < ranks; ++at_once) {
    setting with(ranks, at_once);
    for (std::size_t rank = 0; rank < with.executors.size(); ++rank)
      with.stream_of(rank)->time = static_cast<int>(random.below(10));
    with.peers->begin_apart();
    with.copy_all();
    with.peers->follow(with.peers->end_apart());
    const traffic seen = traffic_seen();
    EXPECT_LE(seen.most_sent, at_once);
    EXPECT_LE(seen.most_received, at_once);
  }
}

// Events are made for the most exchanges that are under way at the same time, not for each.
TEST_P(CopiesOfPeers, UseTheirEventsAgain) {
  setting with(GetParam(), 1);
  int events = 0;
  for (int i = 0; i < 5; ++i) {
    with.peers->begin_apart();
    with.copy_all();
    with.peers->follow(with.peers->end_apart());
    if (i == 0) events = fake_cuda::now().events;
    EXPECT_EQ(fake_cuda::now().events, events);
  }
}

INSTANTIATE_TEST_SUITE_P(, CopiesOfPeers, testing::Values(1, 2, 3, 4, 8));

}  // namespace

}  // namespace gbi::test
