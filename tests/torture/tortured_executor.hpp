/// \file
/// An executor whose memory fails: allocations that find none, and somebody who reads and writes any live
/// byte between two launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/measured.hpp"
#include "tests/torture/countdown.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi::test {

/// What tests ask of an executor of any kind.
class torture {
 public:
  countdown allocations;
  /// Called before and after each launch.
  std::function<void(std::size_t which, const void* arguments)> before_launch;
  std::function<void()> after_launch;
  /// The mark of fresh blocks.
  std::uint64_t mark = 0;

  struct block {
    std::size_t bytes;
    std::uint64_t mark;
  };
  /// Every live block.
  const std::map<std::byte*, block>& blocks() const noexcept { return blocks_; }
  std::size_t bytes_in_use() const noexcept { return in_use_; }

 protected:
  ~torture() = default;
  void* count(void* memory, std::size_t bytes) {
    blocks_.emplace(static_cast<std::byte*>(memory), block{bytes, mark});
    in_use_ += bytes;
    return memory;
  }
  void discount(void* memory) noexcept {
    const auto found = blocks_.find(static_cast<std::byte*>(memory));
    in_use_ -= found->second.bytes;
    blocks_.erase(found);
  }

 private:
  std::map<std::byte*, block> blocks_;
  std::size_t in_use_ = 0;
};

template <class Base>
class tortured_executor final : public Base, public torture {
 public:
  using Base::Base;

  void* allocate(std::size_t bytes) override { return taken(bytes, Base::allocate(asked(bytes))); }
  void release(void* memory) noexcept override {
    discount(memory);
    Base::release(memory);
  }
  void* allocate_pinned(std::size_t bytes) override { return Base::allocate_pinned(asked(bytes)); }
  void launch_listed(std::size_t which, const void* arguments) override {
    if (before_launch) before_launch(which, arguments);
    Base::launch_listed(which, arguments);
    if (after_launch) after_launch();
  }

 private:
  std::size_t asked(std::size_t bytes) {
    if (allocations.fails())
      throw out_of_memory("no memory for " + std::to_string(bytes) + " bytes in a test");
    return bytes;
  }
  /// The list of blocks is the test's: its memory does not run out.
  void* taken(std::size_t bytes, void* memory) {
    const host_memory_is_there at_hand;
    return count(memory, bytes);
  }
};

/// The host executor as if its memory were a device's.
class remote_host : public exec::host::host_executor {
 public:
  bool memory_is_host() const noexcept override { return false; }
};

/// A context of a tortured executor.
struct tortured_context {
  context here;
  torture* device;  ///< lives as long as the context's engine
  exec::executor* executor;
};

template <class Base>
tortured_context tortured_context_of(const plan::word_limits& limits, auto&&... of_base) {
  auto made = std::make_unique<tortured_executor<Base>>(of_base...);
  torture* const device = made.get();
  exec::executor* const executor = made.get();
  return {detail::context_of(detail::engine::make(std::move(made), limits)), device, executor};
}

}  // namespace gbi::test
