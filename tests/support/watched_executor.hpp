/// \file
/// Executors whose live memory is visible to tests, which may flip bits in it between two launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

#include "src/exec/executor.hpp"
#include "src/exec/host/executor.hpp"
#include "src/faults/evidence.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// The part of a watched executor that tests see. Any number of threads may use the list of blocks.
class live_memory {
 public:
  /// Called before and after each launch.
  std::function<void(const exec::launchable&, const void*)> before_launch, after_launch;
  /// The mark of blocks that are allocated from now on.
  std::uint64_t fresh_mark = 0;

  struct block {
    std::size_t bytes;
    std::uint64_t mark;
  };
  /// A bit; no byte if there is none.
  struct place {
    std::byte* byte = nullptr;
    int bit = 0;
  };

  std::size_t bytes_in_use() const {
    const std::scoped_lock lock(mutex_);
    return in_use_;
  }

  /// Flips a random bit in the blocks with this mark or a later one.
  place flip_one(exec::executor& device, random_source& random, std::uint64_t least_mark = 0) const {
    const place where = any_bit(random, least_mark);
    if (where.byte == nullptr) return where;
    const faults::collector apart;  // the fault belongs to the hardware, not to the operation
    std::byte value{};
    device.download(&value, where.byte, 1);
    value ^= std::byte{1} << where.bit;
    device.upload(where.byte, &value, 1);
    return where;
  }

 protected:
  ~live_memory() = default;
  void* add(void* memory, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    blocks_.emplace(static_cast<std::byte*>(memory), block{bytes, fresh_mark});
    in_use_ += bytes;
    return memory;
  }
  void remove(void* memory) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto found = blocks_.find(static_cast<std::byte*>(memory));
    if (found == blocks_.end()) return;
    in_use_ -= found->second.bytes;
    blocks_.erase(found);
  }

 private:
  place any_bit(random_source& random, std::uint64_t least_mark) const {
    const std::scoped_lock lock(mutex_);
    std::size_t bytes = 0;
    for (const auto& [begin, each] : blocks_) bytes += each.mark >= least_mark ? each.bytes : 0;
    if (bytes == 0) return {};
    std::size_t chosen = random.below(bytes);
    for (const auto& [begin, each] : blocks_) {
      if (each.mark < least_mark) continue;
      if (chosen < each.bytes) return {begin + chosen, static_cast<int>(random.below(8))};
      chosen -= each.bytes;
    }
    return {};
  }

  mutable std::mutex mutex_;
  std::map<std::byte*, block> blocks_;
  std::size_t in_use_ = 0;
};

/// \tparam Watch live_memory, or a class derived from it
template <class Base, class Watch = live_memory>
class watched_executor : public Base, public Watch {
 public:
  using Base::Base;

  void* allocate(std::size_t bytes) override { return this->add(Base::allocate(bytes), bytes); }
  void release(void* memory, std::size_t bytes) noexcept override {
    this->remove(memory);
    Base::release(memory, bytes);
  }
  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    if (this->before_launch) this->before_launch(kernel, arguments);
    Base::launch_kernel(kernel, arguments);
    if (this->after_launch) this->after_launch(kernel, arguments);
  }
};

/// The host executor posing as a device: the host cannot read numbers directly, and learns only by waits and
/// reports whether they are right.
class distant_executor : public exec::host::host_executor {
 public:
  using host_executor::host_executor;
  bool memory_is_host() const noexcept override { return false; }
};

}  // namespace gbi::test
