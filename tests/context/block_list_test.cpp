/// \file
/// Released blocks of device memory that an executor keeps.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/memory.hpp"
#include "src/exec/cuda/block_list.hpp"
#include "tests/context/fake_executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using exec::size_class;
using exec::cuda::block_list;

void* address(std::size_t i) {
  return reinterpret_cast<void*>(i * 256);  // NOLINT: never read
}

TEST(SizeClass, WastesAtMostAnEighth) {
  random_source random(test_seed());
  for (int i = 0; i < 100000; ++i) {
    const std::size_t bytes = random.log_uniform(1, std::uint64_t{1} << 40);
    const size_class size = size_class::of(bytes);
    ASSERT_GE(size.bytes, bytes);
    ASSERT_LE(size.bytes, std::max(bytes + 255, bytes + bytes / 8));
    ASSERT_EQ(size.bytes % size_class::least_bytes, 0u);
    ASSERT_EQ(size_class::bytes_of(size.index), size.bytes);
    ASSERT_EQ(size_class::of(size.bytes).index, size.index);
    ASSERT_GT(size_class::of(size.bytes + 1).index, size.index);
  }
}

TEST(BlockList, ReturnsBlocksOfTheSameClass) {
  std::atomic<std::size_t> kept = 0;
  block_list list(kept);
  EXPECT_EQ(list.take(1), nullptr);
  EXPECT_TRUE(list.keep(address(1), 1000));
  EXPECT_EQ(kept, 1024u);
  EXPECT_EQ(list.take(1025), nullptr);
  EXPECT_EQ(list.take(768), nullptr);
  EXPECT_EQ(list.take(769), address(1));
  EXPECT_EQ(list.take(769), nullptr);
  EXPECT_EQ(kept, 0u);
  EXPECT_TRUE(list.keep(address(2), block_list::longest_block));
  EXPECT_FALSE(list.keep(address(3), block_list::longest_block + 1));
  EXPECT_EQ(list.take(block_list::longest_block + 1), nullptr);
  const block_list::block any = list.take_any();
  EXPECT_EQ(any.memory, address(2));
  EXPECT_EQ(any.bytes, block_list::longest_block);
  EXPECT_EQ(list.take_any().memory, nullptr);
}

TEST(BlockList, IsBounded) {
  std::atomic<std::size_t> kept = 0;
  block_list list(kept);
  std::size_t blocks = 0;
  while (list.keep(address(++blocks), 256)) ASSERT_LE(blocks, block_list::most_blocks);
  EXPECT_EQ(blocks, block_list::most_blocks + 1);
  while (list.take_any().memory != nullptr) {
  }
  EXPECT_EQ(kept, 0u);
  blocks = 0;
  while (list.keep(address(++blocks), block_list::longest_block)) ASSERT_LE(kept, block_list::most_bytes);
  EXPECT_EQ(kept, block_list::most_bytes);
}

TEST(BlockList, KeepsTheLongestWorkspace) {
  std::atomic<std::size_t> kept = 0;
  block_list list(kept);
  const auto block = [](std::size_t i, std::size_t bytes) {
    return std::span(static_cast<std::byte*>(address(i)), bytes);
  };
  constexpr std::size_t bytes = 2 * block_list::longest_block;
  EXPECT_TRUE(list.take_workspace(0).empty());
  EXPECT_EQ(list.keep_workspace(block(1, block_list::longest_block)).data(), address(1))
      << "others are as long";
  EXPECT_TRUE(list.keep_workspace(block(2, bytes)).empty());
  EXPECT_EQ(kept, bytes);
  EXPECT_EQ(list.keep_workspace(block(3, bytes)).data(), address(3));
  EXPECT_EQ(list.keep_workspace(block(4, bytes + 1)).data(), address(2));
  EXPECT_EQ(kept, bytes + 1);
  EXPECT_TRUE(list.take_workspace(bytes + 2).empty());
  const std::span<std::byte> taken = list.take_workspace(1);
  EXPECT_EQ(taken.data(), address(4));
  EXPECT_EQ(taken.size(), bytes + 1);
  EXPECT_EQ(kept, 0u);
  EXPECT_TRUE(list.take_workspace(0).empty());
}

TEST(BlockList, RandomBlocks) {
  random_source random(test_seed());
  std::atomic<std::size_t> kept = 0;
  block_list list(kept);
  std::map<std::size_t, std::vector<void*>> right;  // by class
  std::size_t bytes = 0, count = 0, next = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::size_t wanted = random.log_uniform(1, std::uint64_t{16} << 20);
    const size_class size = size_class::of(wanted);
    if (random.coin()) {
      const bool fits = wanted <= block_list::longest_block && count < block_list::most_blocks &&
                        bytes + size.bytes <= block_list::most_bytes;
      ASSERT_EQ(list.keep(address(++next), wanted), fits);
      if (!fits) continue;
      right[size.index].push_back(address(next));
      bytes += size.bytes;
      ++count;
    } else {
      std::vector<void*>& same = right[size.index];
      ASSERT_EQ(list.take(wanted), same.empty() ? nullptr : same.back());
      if (same.empty()) continue;
      same.pop_back();
      bytes -= size.bytes;
      --count;
    }
    ASSERT_EQ(kept, bytes);
  }
}

/// Blocks of executors.
class KeptBlocks : public on_fake_device {};

TEST_F(KeptBlocks, AreReusedAndReturnedWithTheContext) {
  make();
  const int before = fake_cuda::now().allocations;
  for (int i = 0; i < 10; ++i) {
    std::vector<void*> blocks;
    for (std::size_t bytes = 8; bytes <= block_list::longest_block; bytes = bytes * 3 + 1)
      blocks.push_back(executor_->allocate(bytes));
    EXPECT_EQ(std::set(blocks.begin(), blocks.end()).size(), blocks.size());
    for (std::size_t bytes = 8, j = 0; bytes <= block_list::longest_block; bytes = bytes * 3 + 1, ++j)
      executor_->release(blocks[j], bytes);
    EXPECT_EQ(fake_cuda::now().allocations - before, static_cast<int>(blocks.size()));
  }
  EXPECT_EQ(executor_->memory().in_use, 0u);
  EXPECT_GT(executor_->memory().kept, std::size_t{1} << 20);
  executor_->trim();
  EXPECT_EQ(fake_cuda::now().blocks_of_memory, 0);
  EXPECT_EQ(executor_->memory().kept, 0u);
  executor_->release(executor_->allocate(1000), 1000);  // returned when the executor ends
}

TEST_F(KeptBlocks, OfOneContextAreReturnedForAnotherOne) {
  fake_cuda::now().capacity = std::size_t{70} << 20;
  make();
  fake_executor other(0, nullptr);
  const auto fill = [](fake_executor& one) {
    std::vector<void*> blocks;
    blocks.reserve(8);
    for (int i = 0; i < 8; ++i) blocks.push_back(one.allocate(block_list::longest_block));
    for (void* const each : blocks) one.release(each, block_list::longest_block);
  };
  fill(*executor_);
  EXPECT_EQ(executor_->memory().kept, block_list::most_bytes);
  EXPECT_EQ(other.memory().kept, block_list::most_bytes) << "they share a pool";
  fill(other);
  EXPECT_EQ(other.memory().in_use, 0u);
  EXPECT_THROW(static_cast<void>(other.allocate(std::size_t{80} << 20)), out_of_memory);
  fill(*executor_);
}

TEST_F(KeptBlocks, CountTowardsNoLimit) {
  constexpr std::size_t limit = std::size_t{19} << 20;
  make({.memory_limit = limit});
  for (const std::size_t bytes : {std::size_t{7} << 20, std::size_t{6} << 20, std::size_t{5} << 20}) {
    void* const first = executor_->allocate(bytes);
    void* const second = executor_->allocate(bytes);
    EXPECT_THROW(static_cast<void>(executor_->allocate(2 * bytes)), out_of_memory);
    EXPECT_EQ(executor_->memory().in_use, 2 * bytes);
    executor_->release(first, bytes);
    executor_->release(second, bytes);
    EXPECT_EQ(executor_->memory().in_use, 0u);
  }
}

/// Workspaces of executors.
class KeptWorkspaces : public on_fake_device {
 protected:
  static constexpr std::size_t bytes = std::size_t{16} << 20;

  /// Takes a workspace and releases it. \returns where it was, and how long
  static std::span<std::byte> use(fake_executor& one, std::size_t asked) {
    const std::span<std::byte> taken = one.take_workspace(asked);
    EXPECT_GE(taken.size(), asked);
    one.keep_workspace(taken);
    return taken;
  }
};

TEST_F(KeptWorkspaces, AreReusedIfTheyAreLongEnough) {
  make();
  const std::span<std::byte> first = use(*executor_, bytes);
  EXPECT_EQ(executor_->memory().in_use, 0u);
  EXPECT_GE(executor_->memory().kept, bytes);
  const int before = fake_cuda::now().allocations;
  for (const std::size_t asked : {bytes, bytes / 2, std::size_t{1}}) {
    EXPECT_EQ(use(*executor_, asked).data(), first.data());
    EXPECT_EQ(fake_cuda::now().allocations, before);
  }
  EXPECT_EQ(use(*executor_, bytes + 1).size(), bytes + 1);
  EXPECT_EQ(fake_cuda::now().allocations, before + 1);
  EXPECT_EQ(fake_cuda::now().blocks_of_memory, 1) << "only the longer one is kept";
  executor_->trim();
  EXPECT_EQ(fake_cuda::now().blocks_of_memory, 0);
  use(*executor_, bytes);  // returned when the executor ends
}

TEST_F(KeptWorkspaces, AreReturnedWhenMemoryIsShort) {
  fake_cuda::now().capacity = 5 * bytes;
  make();
  fake_executor other(0, nullptr);
  for (fake_executor* const wants : {executor_.get(), &other}) {
    use(*executor_, 2 * bytes);
    seen();
    void* const memory = wants->allocate(4 * bytes);
    const std::vector<std::string> calls = seen();
    if (wants == executor_.get()) {
      EXPECT_EQ(std::ranges::count(calls, "wait"), 0)
          << "the stream orders the release before the allocation";
    }
    wants->release(memory, 4 * bytes);
    wants->trim();
  }
  const std::span<std::byte> taken = executor_->take_workspace(2 * bytes);
  EXPECT_THROW(static_cast<void>(executor_->allocate(4 * bytes)), out_of_memory);
  EXPECT_THROW(static_cast<void>(executor_->take_workspace(4 * bytes)), out_of_memory);
  executor_->keep_workspace(taken);
  EXPECT_EQ(use(*executor_, bytes).data(), taken.data());
}

TEST_F(KeptWorkspaces, HaveAtMostHalfOfTheMemory) {
  fake_cuda::now().capacity = 3 * bytes;
  make();
  use(*executor_, 2 * bytes);
  EXPECT_EQ(fake_cuda::now().blocks_of_memory, 0);
}

/// A source that checks what it gets back.
class strict_resource final : public memory_resource {
 public:
  void* allocate(std::size_t bytes, void*) override {
    if (bytes > most) throw std::bad_alloc();
    void* const memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    sizes[memory] = bytes;
    ++allocations;
    return memory;
  }
  void deallocate(void* memory, std::size_t bytes, void*) noexcept override {
    wrong = wrong || sizes.at(memory) != bytes;
    sizes.erase(memory);
    std::free(memory);
  }
  void trim() override { ++trims; }

  std::map<void*, std::size_t> sizes;
  std::size_t most = ~std::size_t{0};
  int allocations = 0, trims = 0;
  bool wrong = false;
};

TEST_F(KeptBlocks, OfTheCallersResourceAreReturnedWithTheirSizes) {
  random_source random(test_seed());
  const auto source = std::make_shared<strict_resource>();
  make({.memory = source});
  std::vector<std::pair<void*, std::size_t>> blocks;
  for (int i = 0; i < 5000; ++i) {
    if (blocks.size() < 20 && random.coin()) {
      const std::size_t bytes = random.log_uniform(1, std::uint64_t{12} << 20);
      blocks.emplace_back(executor_->allocate(bytes), bytes);
    } else if (!blocks.empty()) {
      std::swap(blocks[random.below(blocks.size())], blocks.back());
      executor_->release(blocks.back().first, blocks.back().second);
      blocks.pop_back();
    }
  }
  EXPECT_LT(source->allocations, 2000);
  std::size_t in_use = 0;
  for (const auto& [memory, bytes] : blocks) in_use += block_list::size_for(bytes);
  EXPECT_EQ(executor_->memory().in_use, in_use);
  for (const auto& [memory, bytes] : blocks) executor_->release(memory, bytes);
  const std::span<std::byte> workspace = executor_->take_workspace(std::size_t{20} << 20);
  executor_->keep_workspace(workspace);
  EXPECT_FALSE(source->sizes.contains(workspace.data())) << "it is the caller's to keep";
  EXPECT_FALSE(source->sizes.empty());
  source->most = 100;
  EXPECT_THROW(static_cast<void>(executor_->allocate(std::size_t{20} << 20)), out_of_memory);
  EXPECT_TRUE(source->sizes.empty()) << "all blocks are returned before an allocation fails";
  EXPECT_EQ(source->trims, 1);
  EXPECT_FALSE(source->wrong);
  executor_.reset();
  EXPECT_EQ(source.use_count(), 1);
}

}  // namespace

}  // namespace gbi::test
