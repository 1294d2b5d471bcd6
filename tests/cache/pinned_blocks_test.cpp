/// \file
/// Blocks of pinned memory are kept, and returned when they are asked back.
#include "src/cache/pinned_blocks.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <set>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/memory.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

/// A device that counts its blocks of pinned memory.
class pinning_executor final : public distant_executor {
 public:
  std::set<void*> blocks;
  void* allocate_pinned(std::size_t bytes) override {
    void* const memory = ::operator new(bytes);
    blocks.insert(memory);
    return memory;
  }
  void release_pinned(void* memory) noexcept override {
    blocks.erase(memory);
    ::operator delete(memory);
  }
};

TEST(PinnedBlocks, AreUsedAgain) {
  pinning_executor device;
  process::memory::trim_all();  // what contexts of other tests keep
  const std::size_t before = process::memory::in_use();
  {
    cache::pinned_blocks pool(device);
    constexpr std::size_t bytes = 1'000'000, longer = 2'000'000;
    void* const first = pool.take(bytes);
    void* const second = pool.take(longer);
    std::memset(first, 1, bytes);
    EXPECT_GE(process::memory::in_use(), before + bytes + longer) << "the process counts them";
    pool.give_back(first, bytes);
    pool.give_back(second, longer);
    EXPECT_EQ(pool.take(bytes - 100), first) << "of the same size class";
    EXPECT_NE(pool.take(bytes), second) << "too long";
    EXPECT_EQ(device.blocks.size(), 3u);
    pool.trim();
    EXPECT_EQ(device.blocks.size(), 2u);
    pool.give_back(first, bytes);
    EXPECT_EQ(device.blocks.size(), 2u);
    process::memory::trim_all();
    EXPECT_EQ(device.blocks.size(), 1u) << "other memory is short";
    EXPECT_THROW(pool.take(std::size_t{1} << 55), out_of_memory);
    pool.give_back(*device.blocks.begin(), bytes);
  }
  EXPECT_TRUE(device.blocks.empty());
  EXPECT_EQ(process::memory::in_use(), before);
}

TEST(PinnedBlocks, WhereMemoryIsTheHostsTheExecutorKeepsThem) {
  exec::host::host_executor host;
  cache::pinned_blocks pool(host);
  void* const block = pool.take(5'000'000);
  EXPECT_GE(host.memory().in_use, 5'000'000u);
  pool.give_back(block, 5'000'000);
  EXPECT_EQ(host.memory().in_use, 0u);
  host.trim();
  EXPECT_EQ(host.memory().kept, 0u);
}

}  // namespace

}  // namespace gbi::test
