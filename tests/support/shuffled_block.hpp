/// \file
/// A block for tests: the threads of every phase run in a new random order. If a thread reads data that
/// another thread writes in the same phase (a missing barrier), results differ from run to run.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/exec/host/block.hpp"

namespace gbi::test {

/// Random orders, cheap enough for one per phase (splitmix64).
class shuffler {
 public:
  explicit shuffler(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  template <class Array>
  void shuffle(Array& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[bits() % left]);
  }

 private:
  std::uint64_t state_;
};

template <int Threads>
class shuffled_block : public exec::host::host_collectives<Threads, shuffled_block<Threads>> {
 public:
  shuffled_block(std::uint32_t index, std::uint32_t batch, shuffler& source)
      : exec::host::host_collectives<Threads, shuffled_block>(index, batch), source_(&source) {
    for (int thread = 0; thread < Threads; ++thread) order_[static_cast<std::size_t>(thread)] = thread;
  }

  /// Without barriers between them, warps drift apart; a random order of all threads covers this.
  template <int Active = Threads, class Body>
  GBI_DEVICE void phase(Body&& body) {
    source_->shuffle(order_);
    for (const int thread : order_)
      if (thread < Active) body(thread);
  }
  template <int Rows, int Columns, class Body>
  GBI_DEVICE void grid_phase(Body&& body) {
    phase<Rows * Columns>([&](int thread) { body(thread / Columns, thread % Columns); });
  }
  /// Copies take place when they are awaited, not before, so reading too early yields garbage.
  template <int Bytes = 16>
  void copy_ahead(void* to, const void* from) {
    started_.push_back({to, from, Bytes});
  }
  void commit_copies() {
    groups_.push_back(std::move(started_));
    started_.clear();
  }
  template <int Pending>
  void await_copies() {
    for (; groups_.size() > Pending; groups_.pop_front())
      for (const copy& each : groups_.front()) std::memcpy(each.to, each.from, each.bytes);
  }
  /// Slots are filled when they are awaited, not before, and hold garbage after their release, so reading too
  /// early or too late yields garbage.
  template <int Slots>
  void open_slots(kernels::slot_marks<Slots>&) {
    slots_.assign(Slots, {});
  }
  template <int Slots>
  void fill_slot(kernels::slot_marks<Slots>&, int slot, std::uint32_t round, void* to, const void* from,
                 std::uint32_t bytes) {
    filled_slot& filled = slots_.at(static_cast<std::size_t>(slot));
    require(!filled.is_in_use && filled.fills++ % 2 == round, "a slot was not released before it was filled");
    filled = {to, from, bytes, filled.fills, true};
  }
  template <int Pending, int Slots>
  void await_slot(kernels::slot_marks<Slots>&, int slot, std::uint32_t round) {
    const filled_slot& filled = slots_.at(static_cast<std::size_t>(slot));
    require(filled.is_in_use && (filled.fills - 1) % 2 == round, "a slot was awaited that nobody fills");
    std::memcpy(filled.to, filled.from, filled.bytes);
  }
  template <int Slots>
  void release_slot(kernels::slot_marks<Slots>&, int slot) {
    filled_slot& filled = slots_.at(static_cast<std::size_t>(slot));
    require(filled.is_in_use, "a slot was released twice");
    std::memset(filled.to, 0xa5, filled.bytes);
    filled.is_in_use = false;
  }
  template <class Body>
  GBI_DEVICE void first_warp(Body&& body) {
    shuffled_block<shuffled_block::warp_size> warp(this->index(), this->batch(), *source_);
    body(warp);
  }

 private:
  struct copy {
    void* to;
    const void* from;
    std::size_t bytes;
  };
  struct filled_slot {
    void* to;
    const void* from;
    std::uint32_t bytes, fills;
    bool is_in_use;
  };
  static void require(bool holds, const char* otherwise) {
    if (!holds) throw std::logic_error(otherwise);
  }

  shuffler* source_;
  std::vector<copy> started_;
  std::deque<std::vector<copy>> groups_;
  std::vector<filled_slot> slots_;
  std::array<int, static_cast<std::size_t>(Threads)> order_;
};

}  // namespace gbi::test
