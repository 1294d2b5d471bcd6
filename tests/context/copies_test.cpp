/// \file
/// Short copies, and copies of many pieces, between an executor's memory and memory of the process.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "gpu_bigint.hpp"
#include "gpu_bigint/serialize.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// A GPU copies long memory in pieces of this size. An upload of half a piece to four pieces is copied as a
/// whole.
constexpr std::size_t piece = std::size_t{1} << 20;

class Copies : public on_executor {
 protected:
  std::vector<std::byte> random_bytes(std::size_t count) {
    std::vector<std::uint64_t> words(count / 8 + 1);
    for (std::uint64_t& word : words) word = random.bits();
    const auto* const begin = reinterpret_cast<const std::byte*>(words.data());
    return {begin, begin + count};
  }
};

/// Sends bytes to the device and back, to unaligned addresses. \returns whether exactly these bytes came back
bool come_back(exec::executor& by, const std::vector<std::byte>& sent, std::size_t offset) {
  const exec::buffer<std::byte> there(by, sent.size() + offset);
  by.upload(there.data() + offset, sent.data(), sent.size());
  std::vector<std::byte> received(sent.size() + 2 * offset + 2, std::byte{0x5a});
  by.download(received.data() + offset + 1, there.data() + offset, sent.size());
  const auto begin = received.begin() + static_cast<std::ptrdiff_t>(offset) + 1;
  const auto end = begin + static_cast<std::ptrdiff_t>(sent.size());
  const auto is_guard = [](std::byte x) { return x == std::byte{0x5a}; };
  return std::equal(sent.begin(), sent.end(), begin) && std::all_of(received.begin(), begin, is_guard) &&
         std::all_of(end, received.end(), is_guard);
}

TEST_P(Copies, OfAnyLength) {
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, piece / 2 - 1, piece / 2, piece - 1, 4 * piece - 1, 4 * piece,
        4 * piece + 1, 5 * piece, 16 * piece + 3, 33 * piece + 12345})
    for (const std::size_t offset : {0, 1, 4099})
      EXPECT_TRUE(come_back(executor(), random_bytes(bytes), offset)) << bytes << " bytes at " << offset;
}

/// Uploads do not wait, so later copies must not overwrite data that are still on their way.
TEST_P(Copies, FollowEachOther) {
  const std::vector<std::byte> a = random_bytes(9 * piece), b = random_bytes(7 * piece + 1);
  for (int i = 0; i < 10; ++i) {
    const exec::buffer<std::byte> x(executor(), a.size()), y(executor(), b.size()), z(executor(), a.size());
    executor().upload(x.data(), a.data(), a.size());
    executor().upload(y.data(), b.data(), b.size());
    executor().copy(z.data(), x.data(), a.size());
    std::vector<std::byte> from_y(b.size()), from_z(a.size());
    executor().download(from_z.data(), z.data(), a.size());
    executor().download(from_y.data(), y.data(), b.size());
    ASSERT_TRUE(from_y == b && from_z == a) << "round " << i;
    if (i % 4 == 3) executor().trim();
  }
}

/// Uploads of medium length share pinned memory, which is not refilled before the device has read it.
TEST_P(Copies, OfTwoContexts) {
  const context other = new_context(GetParam(), plan::word_limits::none());
  const std::vector<std::size_t> lengths{piece / 2, piece, 4 * piece};
  for (int round = 0; round < 5; ++round) {
    std::vector<std::vector<limb>> sent;
    std::vector<gpu_bigint> kept;
    for (const std::size_t bytes : lengths)
      for (const bool is_other : {false, false, true, true, false}) {
        const scoped_context use(is_other ? other : here());
        sent.push_back(random_limbs(random, bytes / sizeof(limb)));
        sent.back().back() |= 1;
        std::vector<limb> source = sent.back();
        kept.push_back(gpu_bigint::from_limbs(source));
        std::fill(source.begin(), source.end(), 0);
      }
    for (std::size_t i = 0; i < sent.size(); ++i)
      ASSERT_TRUE(kept[i].to_limbs() == sent[i]) << "round " << round << ", number " << i;
  }
}

TEST_P(Copies, OfManyThreads) {
  const std::vector<std::byte> sent = random_bytes(11 * piece + 7);
  const int count = is_shuffled() ? 1 : 4;
  std::vector<char> right(static_cast<std::size_t>(count), 0);
  {
    std::vector<std::jthread> threads;
    for (char& mine : right)
      threads.emplace_back([&, this] {
        mine = 1;
        for (int i = 0; i < 5; ++i) mine = mine != 0 && come_back(executor(), sent, 3) ? 1 : 0;
      });
  }
  EXPECT_EQ(right, std::vector<char>(right.size(), 1));
}

/// Long results leave the library intact.
TEST_P(Copies, OfLongNumbers) {
  const integer value(random_limbs(random, 5 * piece / 8 + 3), true);
  const gpu_bigint x = from_oracle(value);
  EXPECT_TRUE(matches(gpu_bigint::from_limbs(x.to_limbs(), true), value));
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    EXPECT_TRUE(matches(from_bytes(to_bytes(x, order), order), -value));
    EXPECT_TRUE(matches(from_bytes(to_bytes(x, 6 * piece, order, byte_format::twos_complement), order,
                                   byte_format::twos_complement),
                        value));
  }
  EXPECT_TRUE(matches(deserialize(serialize(x)), value));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Copies);

}  // namespace

}  // namespace gbi::test
