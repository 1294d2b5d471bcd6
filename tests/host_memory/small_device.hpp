/// \file
/// The host posing as a device with little memory, whose pinned memory is apart from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "src/context/engine.hpp"
#include "src/exec/host/memory.hpp"
#include "src/plan/planner.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

class small_executor final : public watched_executor<distant_executor> {
 public:
  using watched_executor::watched_executor;
  /// The n-th allocation from now on fails, counted from 1, pinned or not; 0: none does.
  void fail(int n) noexcept { left_ = n; }
  /// Whether that allocation has been reached.
  bool has_failed() const noexcept { return left_ == 0; }
  void* allocate(std::size_t bytes) override {
    run_out();
    void* const memory = watched_executor::allocate(bytes);
    most_ = std::max(most_, bytes_in_use());
    return memory;
  }
  void* allocate_pinned(std::size_t bytes) override {
    run_out();
    return pinned_.allocate(bytes);
  }
  void release_pinned(void* memory) noexcept override { pinned_.release(memory); }

  /// The most bytes of the device that were in use at a time since the last call.
  std::size_t take_most() noexcept { return std::exchange(most_, 0); }

 private:
  void run_out() {
    if (left_ > 0 && --left_ == 0) throw out_of_memory("no memory in a test");
  }

  exec::host::memory_pool pinned_;
  int left_ = 0;
  std::size_t most_ = 0;
};

/// A context of such a device. Its contents count from when it is made.
struct small_device {
  small_executor* executor;
  context handle;

  /// \param bytes of memory; 0: the planner knows no limit
  /// \param limit of the context; 0: none
  explicit small_device(std::size_t bytes, std::size_t limit = 0)
      : small_device(bytes, std::make_unique<small_executor>(context_options{.memory_limit = limit})) {}
  /// The limbs of the pieces of such a product, as the device is now.
  std::size_t piece_of(std::size_t a, std::size_t b, bool square = false) const {
    const plan::planner planner = detail::engine_of(handle)->planner();
    return planner.host_piece(plan::product_shape::whole(a, b, square),
                              planner.usable_memory() - executor->memory().in_use);
  }

 private:
  small_device(std::size_t bytes, std::unique_ptr<small_executor> made)
      : executor(made.get()), handle(context_of(bytes, std::move(made))) {}
  static context context_of(std::size_t bytes, std::unique_ptr<small_executor> made) {
    plan::tuning tuned = plan::resolve_tuning(made->properties(), plan::read_environment());
    tuned.words = plan::word_limits::none();
    tuned.memory_bytes = bytes;
    return detail::context_of(detail::engine::make(std::move(made), std::move(tuned)));
  }
};

}  // namespace gbi::test
