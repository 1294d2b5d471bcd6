// Every function of a communicator, with random sizes, against plain loops that do the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/distribute/groups.hpp"

namespace gbi::test {

namespace {

class Communicator : public on_group {
 protected:
  static constexpr int rounds = 12;
  std::size_t some_bytes() { return random.log_uniform(1, 100'000) - 1; }
  /// Memory of an exchange in which every local rank sends known bytes.
  struct exchange {
    std::vector<exec::buffer<std::uint8_t>> send, receive;
    std::vector<communicator::buffers> local;
  };
  exchange exchange_of(std::uint64_t seed, std::size_t sent, std::size_t received) const {
    exchange made;
    for (std::size_t own = 0; own < local(); ++own) {
      made.send.push_back(upload(own, bytes_of(seed, number(own), sent)));
      made.receive.push_back(exec::cleared<std::uint8_t>(executor(own), received));
      made.local.push_back({made.send.back().data(), made.receive.back().data()});
    }
    return made;
  }
  static bytes part_of_bytes(const bytes& all, std::size_t first, std::size_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
  }
};

TEST_P(Communicator, AllToAll) {
  for (int i = 0; i < rounds; ++i) {
    const std::size_t size = some_bytes();
    const std::uint64_t seed = random.bits();
    const exchange memory = exchange_of(seed, ranks() * size, ranks() * size);
    link().all_to_all(memory.local, size);
    for (std::size_t own = 0; own < local(); ++own) {
      bytes expected;
      for (std::size_t from = 0; from < ranks(); ++from) {
        const bytes theirs = part_of_bytes(bytes_of(seed, from, ranks() * size), number(own) * size, size);
        expected.insert(expected.end(), theirs.begin(), theirs.end());
      }
      ASSERT_EQ(download(own, memory.receive[own].data(), ranks() * size), expected) << size << " bytes";
    }
  }
}

TEST_P(Communicator, AllToAllOfDifferentSizes) {
  for (int i = 0; i < rounds; ++i) {
    const std::uint64_t seed = random.bits();
    // sizes[g][o]: from rank g to rank o. A few are 0, and blocks have gaps between them.
    std::vector<std::vector<std::size_t>> sizes(ranks(), std::vector<std::size_t>(ranks()));
    for (auto& row : sizes)
      for (auto& size : row) size = random.below(4) == 0 ? 0 : random.log_uniform(1, 20'000);
    const std::size_t gap = random.below(3);
    struct layout {
      std::vector<std::size_t> sizes, offsets;
      std::size_t total = 0;
    };
    const auto laid_out = [&](auto&& size_of) {
      layout all;
      for (std::size_t r = 0; r < ranks(); ++r) {
        all.sizes.push_back(size_of(r));
        all.offsets.push_back(all.total);
        all.total += all.sizes.back() + gap;
      }
      return all;
    };
    std::vector<layout> out, in;
    for (std::size_t r = 0; r < ranks(); ++r) {
      out.push_back(laid_out([&](std::size_t o) { return sizes[r][o]; }));
      in.push_back(laid_out([&](std::size_t g) { return sizes[g][r]; }));
    }
    std::vector<exec::buffer<std::uint8_t>> send, receive;
    std::vector<communicator::segments> segments;
    for (std::size_t own = 0; own < local(); ++own) {
      const std::size_t r = number(own);
      send.push_back(upload(own, bytes_of(seed, r, out[r].total)));
      receive.push_back(exec::cleared<std::uint8_t>(executor(own), in[r].total));
      segments.push_back({send.back().data(), out[r].sizes, out[r].offsets, receive.back().data(),
                          in[r].sizes, in[r].offsets});
    }
    if (i % 2 == 0)
      link().all_to_all_v(segments);
    else
      link().finish(link().start(segments));
    for (std::size_t own = 0; own < local(); ++own) {
      const std::size_t o = number(own);
      bytes expected(in[o].total, 0);
      for (std::size_t g = 0; g < ranks(); ++g) {
        const bytes theirs = part_of_bytes(bytes_of(seed, g, out[g].total), out[g].offsets[o], sizes[g][o]);
        std::ranges::copy(theirs, expected.begin() + static_cast<std::ptrdiff_t>(in[o].offsets[g]));
      }
      ASSERT_EQ(download(own, receive[own].data(), in[o].total), expected);
    }
  }
}

TEST_P(Communicator, AllGather) {
  for (int i = 0; i < rounds; ++i) {
    const std::size_t size = some_bytes();
    const std::uint64_t seed = random.bits();
    const exchange memory = exchange_of(seed, size, ranks() * size);
    bytes expected;
    for (std::size_t r = 0; r < ranks(); ++r) {
      const bytes theirs = bytes_of(seed, r, size);
      expected.insert(expected.end(), theirs.begin(), theirs.end());
    }
    link().all_gather(memory.local, size);
    for (std::size_t own = 0; own < local(); ++own)
      ASSERT_EQ(download(own, memory.receive[own].data(), ranks() * size), expected) << size << " bytes";
  }
}

TEST_P(Communicator, AllReduce) {
  using reduction = communicator::reduction;
  for (int i = 0; i < rounds; ++i) {
    const std::size_t words = random.log_uniform(1, 5000) - 1;
    const std::uint64_t seed = random.bits();
    const reduction how = random.coin() ? reduction::sum : reduction::max;
    const bool in_place = random.coin();
    const auto words_of = [&](std::size_t r) {
      random_source own(seed ^ (0x9e3779b97f4a7c15 * (r + 1)));
      std::vector<std::uint64_t> values(words);
      for (auto& value : values) value = own.bits();
      return values;
    };
    std::vector<std::uint64_t> expected(words, 0);
    for (std::size_t r = 0; r < ranks(); ++r) {
      const std::vector<std::uint64_t> theirs = words_of(r);
      for (std::size_t w = 0; w < words; ++w)
        expected[w] = how == reduction::sum ? expected[w] + theirs[w] : std::max(expected[w], theirs[w]);
    }
    std::vector<exec::buffer<std::uint64_t>> send, receive;
    std::vector<communicator::buffers> local_buffers;
    for (std::size_t own = 0; own < local(); ++own) {
      const std::vector<std::uint64_t> mine = words_of(number(own));
      send.emplace_back(executor(own), std::span<const std::uint64_t>(mine));
      receive.push_back(exec::cleared<std::uint64_t>(executor(own), words));
      local_buffers.push_back({send.back().data(), in_place ? send.back().data() : receive.back().data()});
    }
    link().all_reduce(local_buffers, words, how);
    for (std::size_t own = 0; own < local(); ++own) {
      std::vector<std::uint64_t> values(words);
      if (words > 0)
        executor(own).download(values.data(), local_buffers[own].receive, words * sizeof(std::uint64_t));
      ASSERT_EQ(values, expected) << words << " words";
    }
  }
}

TEST_P(Communicator, Broadcast) {
  for (int i = 0; i < rounds; ++i) {
    const std::size_t size = some_bytes(), root = random.below(ranks());
    const std::uint64_t seed = random.bits();
    std::vector<exec::buffer<std::uint8_t>> memory;
    std::vector<void*> local_memory;
    for (std::size_t own = 0; own < local(); ++own) {
      memory.push_back(upload(own, bytes_of(seed, number(own), size)));
      local_memory.push_back(memory.back().data());
    }
    link().broadcast(local_memory, size, static_cast<int>(root));
    for (std::size_t own = 0; own < local(); ++own)
      ASSERT_EQ(download(own, memory[own].data(), size), bytes_of(seed, root, size)) << size << " bytes";
  }
}

TEST_P(Communicator, WordsOfTheHosts) {
  for (int i = 0; i < rounds; ++i) {
    const std::size_t words = random.log_uniform(1, 100) - 1;
    const std::uint64_t seed = random.bits();
    std::vector<std::uint64_t> mine, all(ranks() * words), expected;
    for (std::size_t r = 0; r < ranks(); ++r)
      for (std::size_t w = 0; w < words; ++w) expected.push_back(seed + r * 1000 + w);
    for (std::size_t own = 0; own < local(); ++own)
      for (std::size_t w = 0; w < words; ++w) mine.push_back(seed + number(own) * 1000 + w);
    link().share(mine, all);
    ASSERT_EQ(all, expected);
    link().barrier();
  }
}

// On a rank, work queued after an exchange begins after it, and work queued before ends before it, without a
// wait in between.
TEST_P(Communicator, ExchangesAndStepsInOrder) {
  const std::size_t size = 50'000;
  std::vector<exec::buffer<std::uint8_t>> a, b;
  for (std::size_t own = 0; own < local(); ++own) {
    a.emplace_back(executor(own), ranks() * size);
    b.emplace_back(executor(own), ranks() * size);
  }
  std::vector<bytes> expected(ranks());  // a of all ranks
  const std::uint64_t seed = random.bits();
  for (std::size_t r = 0; r < ranks(); ++r) expected[r] = bytes_of(seed, r, ranks() * size);
  for (std::size_t own = 0; own < local(); ++own)
    executor(own).upload(a[own].data(), expected[number(own)].data(), ranks() * size);
  for (int i = 0; i < rounds; ++i) {
    std::vector<communicator::buffers> there;
    for (std::size_t own = 0; own < local(); ++own) there.push_back({a[own].data(), b[own].data()});
    link().all_to_all(there, size);
    group().step([&](distribute::rank& own) {
      const auto index = static_cast<std::size_t>(own.number - handle().first());
      own.executor.copy(a[index].data(), b[index].data(), ranks() * size);
      own.executor.clear(b[index].data(), ranks() * size);
    });
    std::vector<bytes> next(ranks(), bytes(ranks() * size));
    for (std::size_t g = 0; g < ranks(); ++g)
      for (std::size_t o = 0; o < ranks(); ++o)
        std::memcpy(next[o].data() + g * size, expected[g].data() + o * size, size);
    expected = std::move(next);
  }
  for (std::size_t own = 0; own < local(); ++own)
    EXPECT_EQ(download(own, a[own].data(), ranks() * size), expected[number(own)]);
}

GPU_BIGINT_ON_EVERY_GROUP(Communicator);

}  // namespace

}  // namespace gbi::test
