/// \file
/// An executor with failing memory: allocations fail, and tests read and write any live byte between two
/// launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/devices/table.hpp"
#include "tests/support/watched_executor.hpp"
#include "tests/torture/countdown.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi::test {

/// The interface of tests to an executor of any kind.
class torture : public live_memory {
 public:
  countdown allocations;

 protected:
  ~torture() = default;
};

template <class Base>
class tortured_executor final : public watched_executor<Base, torture> {
 public:
  using watched_executor<Base, torture>::watched_executor;

  void* allocate(std::size_t bytes) override {
    void* const memory = Base::allocate(asked(bytes));
    const host_memory_is_there at_hand;  // the list of blocks belongs to the test
    return this->add(memory, bytes);
  }
  void* allocate_pinned(std::size_t bytes) override { return Base::allocate_pinned(asked(bytes)); }

 private:
  std::size_t asked(std::size_t bytes) {
    if (this->allocations.fails())
      throw out_of_memory("no memory for " + std::to_string(bytes) + " bytes in a test");
    return bytes;
  }
};

/// A context of a tortured executor.
struct tortured_context {
  context here;
  torture* device;  ///< lives as long as the context's engine
  exec::executor* executor;
};

/// \param change  changes what is tuned for the executor's device and the environment
template <class Base>
tortured_context tortured_context_tuned(const std::function<void(plan::tuning&)>& change, auto&&... of_base) {
  auto made = std::make_unique<tortured_executor<Base>>(of_base...);
  torture* const device = made.get();
  exec::executor* const executor = made.get();
  plan::tuning tuned = plan::resolve_tuning(executor->properties(), plan::read_environment());
  change(tuned);
  return {detail::context_of(detail::engine::make(std::move(made), std::move(tuned))), device, executor};
}

template <class Base>
tortured_context tortured_context_of(const plan::word_limits& limits, auto&&... of_base) {
  return tortured_context_tuned<Base>([&](plan::tuning& tuned) { tuned.words = limits; }, of_base...);
}

}  // namespace gbi::test
