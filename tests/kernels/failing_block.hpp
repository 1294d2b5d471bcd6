/// \file
/// A block with failing hardware for tests: before a chosen phase, memory changes.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>

#include "src/exec/host/block.hpp"

namespace gbi::test {

/// What a failing block reports.
struct block_watch {
  std::uint64_t phases = 0;
  std::function<void()> before_phase;  ///< called with `phases` as the number of phases before
  std::set<const std::uint64_t*> observed;

  void step() {
    if (before_phase) before_phase();
    ++phases;
  }
};

template <int Threads>
class failing_block : public exec::host::host_block<Threads> {
  using sound = exec::host::host_block<Threads>;

 public:
  failing_block(std::uint32_t index, std::uint32_t batch, block_watch& watch)
      : sound(index, batch), watch_(&watch) {}

  template <int Active = Threads, class Body>
  void phase(Body&& body) {
    watch_->step();
    sound::template phase<Active>(body);
  }
  template <class Body>
  void warp_phase(Body&& body) {
    phase(body);
  }
  template <class Body>
  void lone_phase(Body&& body) {
    phase(body);
  }
  template <class Body>
  void first_warp(Body&& body) {
    failing_block<failing_block::warp_size> warp(this->index(), this->batch(), *watch_);
    body(warp);
  }
  std::uint64_t observe_alone(std::uint64_t* address) {
    watch_->observed.insert(address);
    return sound::observe_alone(address);
  }

 private:
  block_watch* watch_;
};

/// Runs the blocks of a kernel in sequence. `begin` receives the shared memory first.
template <class Kernel>
void run_watched(block_watch& watch, std::uint32_t blocks, const typename Kernel::arguments& a,
                 const std::function<void(void* shared, std::size_t bytes)>& begin) {
  alignas(64) typename Kernel::shared_memory shared;
  begin(&shared, std::is_empty_v<typename Kernel::shared_memory> ? 0 : sizeof shared);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    failing_block<Kernel::threads> block(i, 0, watch);
    Kernel::run(block, shared, a);
  }
}

}  // namespace gbi::test
