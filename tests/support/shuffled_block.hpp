/// \file
/// A block for tests: its warps drift as far apart as the barriers allow (warps.hpp), and the threads of a
/// warp run in a new random order in every phase. If a thread reads data that another thread writes without a
/// barrier in between, or the other way round, results differ from run to run. Each warp runs the kernel by
/// itself, so it has the values of its own threads only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/exec/host/block.hpp"
#include "tests/support/warps.hpp"

namespace gbi::test {

inline constexpr int warp_size_of(int threads) {
  return std::min(threads, kernels::warp_threads);
}

/// One value per thread of a warp, indexed by the threads of its block.
template <class T, int Threads>
class warp_array : public exec::host::thread_array<T, Threads> {
  using base = exec::host::thread_array<T, Threads>;

 public:
  warp_array() = default;
  /// What the collectives of a warp return.
  warp_array(const base& values) : base(values) {}
  T& operator[](int thread) { return base::operator[](thread % Threads); }
  const T& operator[](int thread) const { return base::operator[](thread % Threads); }
};

/// A slot, as all warps see it.
struct shared_slot {
  void* to = nullptr;
  const void* from = nullptr;
  std::uint32_t bytes = 0;
  int fills = 0, copies = 0, releases = 0;  ///< so far; the releases of all warps
};

/// What the warps of a block share, or those of half a block.
struct block_state {
  warps& all;
  shuffler& source;
  int warps_of_half = 0;  ///< 0 for a whole block
  std::vector<shared_slot> slots = {};
  int arrivals = 0;                      ///< at barriers of the half so far, of all warps
  int taking = 0, passed_to = 0;         ///< calls of take_turn, and of the other half's pass_turn
  std::vector<block_state> halves = {};  ///< of a whole block, while it has halves

  void await_all() {
    if (warps_of_half == 0) return all.await_all();
    const int number = ++arrivals;
    await_arrivals(arrivals, number);
  }
  /// Waits until all warps of the half have arrived as often as this one, whose arrival has this number.
  void await_arrivals(const int& so_far, int number) {
    const int needed = (number + warps_of_half - 1) / warps_of_half * warps_of_half;
    all.await([&] { return so_far >= needed; });
  }
};

template <int Threads>
class shuffled_half;

/// The block as one warp sees it. The collectives of a warp are those of a host block of one warp.
template <int Threads>
class shuffled_block : public exec::host::host_collectives<warp_size_of(Threads), shuffled_block<Threads>> {
  using one_warp = exec::host::host_collectives<warp_size_of(Threads), shuffled_block>;

 public:
  static constexpr int threads = Threads, warp_size = warp_size_of(Threads);
  static constexpr int warps_of_block = (Threads + warp_size - 1) / warp_size;
  template <class T>
  using per_thread = warp_array<T, warp_size>;

  shuffled_block(std::uint32_t index, std::uint32_t batch, int warp, block_state& state)
      : one_warp(index, batch), first_(warp * warp_size), state_(&state) {
    for (int lane = 0; lane < warp_size; ++lane) order_[static_cast<std::size_t>(lane)] = lane;
  }

  template <int Active = Threads, class Body>
  void phase(Body&& body) {
    run_threads<Active>(body);
    await_all();
  }
  template <int Rows, int Columns, class Body>
  void grid_phase(Body&& body) {
    phase<Rows * Columns>([&](int thread) { body(thread / Columns, thread % Columns); });
  }
  template <class Body>
  void warp_phase(Body&& body) {
    run_threads<Threads>(body);
    if constexpr (warps_of_block > 1)
      if (state_->source.below(4) == 0) state_->all.let_others_run();
  }
  template <class Body>
  void lone_phase(Body&& body) {
    warp_phase(body);
  }
  template <class Body>
  void first_warp(Body&& body) {
    if (first_ == 0) {
      shuffled_block<warp_size> warp(this->index(), this->batch(), 0, *state_);
      body(warp);
    }
    await_all();
  }

  template <class Body>
  void in_halves(Body&& body) {
    static_assert(warps_of_block % 2 == 0);
    constexpr int warps_of_half = warps_of_block / 2;
    const int warp = first_ / warp_size, number = warp / warps_of_half;
    if (state_->halves.empty())
      state_->halves = std::vector<block_state>(2, {state_->all, state_->source, warps_of_half});
    shuffled_half<Threads / 2> half(this->index(), this->batch(), warp % warps_of_half, number,
                                    state_->halves);
    if (number == 1) half.pass_turn();  // the first half begins
    body(half);
    if (number == 0) half.take_turn();
    await_all();
    if (first_ == 0) state_->halves.clear();
    await_all();
  }

  template <class T, class LaneOf>
  per_thread<T> shuffle(const per_thread<T>& value, LaneOf&& lane_of) {
    return one_warp::shuffle(value, lane_of);
  }
  template <class T>
  per_thread<T> shuffle_up(const per_thread<T>& value, int delta) {
    return one_warp::shuffle_up(value, delta);
  }
  template <class T>
  per_thread<T> shuffle_xor(const per_thread<T>& value, int mask) {
    return one_warp::shuffle_xor(value, mask);
  }
  template <class T>
  per_thread<T> broadcast(const per_thread<T>& value, int source) {
    return one_warp::broadcast(value, source);
  }
  per_thread<std::uint32_t> ballot(const per_thread<bool>& flag) { return one_warp::ballot(flag); }
  template <int Steps, int Tiles, int Blocks, class RowsOf>
  void multiply_bytes(per_thread<kernels::byte_sums<Tiles, Blocks>>& sums, RowsOf&& rows_of,
                      const kernels::byte_columns* columns) {
    one_warp::template multiply_bytes<Steps, Tiles, Blocks>(
        sums, [&](int lane, int tile, int step) { return rows_of(first_ + lane, tile, step); }, columns);
  }
  template <int Bytes, int Tiles, int First = 0, int All, class OperandsOf>
  void convolve_bytes(per_thread<kernels::convolution_sums<All>>& sums, OperandsOf&& operands_of) {
    one_warp::template convolve_bytes<Bytes, Tiles, First>(
        sums, [&](int lane) { return operands_of(first_ + lane); });
  }
  template <int Steps, int Tiles, class WindowOf>
  void convolve_window(per_thread<kernels::convolution_sums<Tiles>>& sums, WindowOf&& window_of) {
    one_warp::template convolve_window<Steps>(sums, [&](int lane) { return window_of(first_ + lane); });
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
    await_all();
  }

  /// A slot is filled when the first warp awaits it, not before, and holds garbage when all warps have
  /// released it. So reading too early or too late yields garbage.
  template <int Slots>
  void open_slots(kernels::slot_marks<Slots>&) {
    own_.assign(Slots, {});
    if (first_ == 0) state_->slots.assign(Slots, {});
    await_all();
  }
  template <int Slots>
  void fill_slot(kernels::slot_marks<Slots>&, int slot, std::uint32_t round, void* to, const void* from,
                 std::uint32_t bytes) {
    shared_slot& shared = at(slot);
    uses& own = own_.at(static_cast<std::size_t>(slot));
    require(own.fills == own.releases && own.fills++ % 2 == static_cast<int>(round),
            "a slot was not released before it was filled");
    state_->all.await([&] { return shared.releases >= own.releases * warps_of_block; });
    if (first_ == 0) shared = {to, from, bytes, shared.fills + 1, shared.copies, shared.releases};
  }
  template <int Pending, int Slots>
  void await_slot(kernels::slot_marks<Slots>&, int slot, std::uint32_t round) {
    shared_slot& shared = at(slot);
    const uses& own = own_.at(static_cast<std::size_t>(slot));
    require(own.fills == own.releases + 1 && own.releases % 2 == static_cast<int>(round),
            "a slot was awaited that nobody fills");
    state_->all.await([&] { return shared.fills == own.fills; });
    if (shared.copies == own.fills) return;
    std::memcpy(shared.to, shared.from, shared.bytes);
    shared.copies = own.fills;
  }
  template <int Slots>
  void release_slot(kernels::slot_marks<Slots>&, int slot) {
    shared_slot& shared = at(slot);
    uses& own = own_.at(static_cast<std::size_t>(slot));
    require(own.fills == ++own.releases, "a slot was released twice");
    if (++shared.releases == shared.fills * warps_of_block) std::memset(shared.to, 0xa5, shared.bytes);
  }

 private:
  struct copy {
    void* to;
    const void* from;
    std::size_t bytes;
  };
  /// The calls of this warp for a slot, so far.
  struct uses {
    int fills, releases;
  };
  static void require(bool holds, const char* otherwise) {
    if (!holds) throw std::logic_error(otherwise);
  }
  shared_slot& at(int slot) { return state_->slots.at(static_cast<std::size_t>(slot)); }

  template <int Active, class Body>
  void run_threads(Body&& body) {
    if (first_ >= Active) return;
    state_->source.shuffle(order_);
    for (const int lane : order_)
      if (first_ + lane < Active) body(first_ + lane);
  }
  void await_all() {
    if constexpr (warps_of_block > 1) state_->await_all();
  }

  int first_;
  block_state* state_;
  std::vector<copy> started_;
  std::deque<std::vector<copy>> groups_;
  std::vector<uses> own_;
  std::array<int, static_cast<std::size_t>(warp_size)> order_;
};

/// Half of a block as one warp sees it.
template <int Threads>
class shuffled_half : public shuffled_block<Threads> {
 public:
  shuffled_half(std::uint32_t index, std::uint32_t batch, int warp, int number,
                std::vector<block_state>& halves)
      : shuffled_block<Threads>(index, batch, warp, halves.at(static_cast<std::size_t>(number))),
        own_(&halves.at(static_cast<std::size_t>(number))),
        other_(&halves.at(static_cast<std::size_t>(1 - number))),
        number_(number) {}

  int number() const { return number_; }
  void take_turn() {
    const int call = ++own_->taking;
    own_->await_arrivals(own_->taking, call);
    own_->await_arrivals(own_->passed_to, call);
  }
  void pass_turn() { ++other_->passed_to; }

 private:
  block_state *own_, *other_;
  int number_;
};

}  // namespace gbi::test
