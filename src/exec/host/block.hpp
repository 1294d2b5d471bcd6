/// \file
/// The block of the host executor: a phase is a loop over its threads. The compiler may vectorise it, because
/// the contract of kernels/model/block.hpp makes the threads of a phase independent.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

#include "kernels/model/block.hpp"
#include "src/exec/host/byte_convolution.hpp"
#include "src/exec/host/byte_product.hpp"

namespace gbi::exec::host {

/// One value per thread of a host block.
template <class T, int Threads>
class thread_array {
 public:
  GBI_DEVICE T& operator[](int thread) { return values_[thread]; }
  GBI_DEVICE const T& operator[](int thread) const { return values_[thread]; }

 private:
  T values_[Threads];
};

/// Warp collectives and atomics, the same for every block that runs on the host. Block is derived from it.
template <int Threads, class Block>
class host_collectives {
 public:
  static constexpr int threads = Threads;
  static constexpr int warp_size = Threads < kernels::warp_threads ? Threads : kernels::warp_threads;

  template <class T>
  using per_thread = thread_array<T, Threads>;

  host_collectives(std::uint32_t index, std::uint32_t batch) : index_(index), batch_(batch) {}
  std::uint32_t index() const { return index_; }
  std::uint32_t batch() const { return batch_; }

  template <class Body>
  GBI_DEVICE void warp_phase(Body&& body) {
    static_cast<Block*>(this)->phase(body);
  }
  template <class Body>
  GBI_DEVICE void lone_phase(Body&& body) {
    static_cast<Block*>(this)->phase(body);
  }

  template <class T, class LaneOf>
  per_thread<T> shuffle(const per_thread<T>& value, LaneOf&& lane_of) {
    static_assert(Threads % warp_size == 0, "collectives need full warps");
    per_thread<T> result;
    for (int warp = 0; warp < Threads; warp += warp_size)
      for (int lane = 0; lane < warp_size; ++lane) result[warp + lane] = value[warp + lane_of(lane)];
    return result;
  }
  template <class T>
  per_thread<T> shuffle_up(const per_thread<T>& value, int delta) {
    return shuffle(value, [=](int lane) { return lane < delta ? lane : lane - delta; });
  }
  template <class T>
  per_thread<T> shuffle_xor(const per_thread<T>& value, int mask) {
    return shuffle(value, [=](int lane) { return lane ^ mask; });
  }
  template <class T>
  per_thread<T> broadcast(const per_thread<T>& value, int source) {
    return shuffle(value, [=](int) { return source; });
  }
  per_thread<std::uint32_t> ballot(const per_thread<bool>& flag) {
    static_assert(Threads % warp_size == 0, "collectives need full warps");
    per_thread<std::uint32_t> result;
    for (int warp = 0; warp < Threads; warp += warp_size) {
      std::uint32_t bits = 0;
      for (int lane = 0; lane < warp_size; ++lane) bits |= std::uint32_t{flag[warp + lane]} << lane;
      for (int lane = 0; lane < warp_size; ++lane) result[warp + lane] = bits;
    }
    return result;
  }
  template <int Steps, int Tiles, int Blocks, class RowsOf>
  void multiply_bytes(per_thread<kernels::byte_sums<Tiles, Blocks>>& sums, RowsOf&& rows_of,
                      const kernels::byte_columns* columns) {
    static_assert(Threads % kernels::warp_threads == 0, "collectives need full warps");
    for (int warp = 0; warp < Threads; warp += kernels::warp_threads)
      byte_product<Steps, Tiles, Blocks>(warp, sums, rows_of, columns);
  }
  template <int Bytes, int Tiles, int First = 0, int All, class OperandsOf>
  void convolve_bytes(per_thread<kernels::convolution_sums<All>>& sums, OperandsOf&& operands_of) {
    static_assert(Threads % kernels::warp_threads == 0, "collectives need full warps");
    for (int warp = 0; warp < Threads; warp += kernels::warp_threads)
      convolve<Bytes, First, Tiles>(warp, sums, operands_of(warp));
  }
  template <int Steps, int Tiles, class WindowOf>
  void convolve_window(per_thread<kernels::convolution_sums<Tiles>>& sums, WindowOf&& window_of) {
    static_assert(Threads % kernels::warp_threads == 0, "collectives need full warps");
    for (int warp = 0; warp < Threads; warp += kernels::warp_threads)
      host::convolve_window<Steps, Tiles>(warp, sums, window_of(warp));
  }

  template <class T>
  T atomic_add(T* address, T value) {
    return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
  }
  template <class T>
  void atomic_max(T* address, T value) {
    std::atomic_ref<T> target(*address);
    T seen = target.load(std::memory_order_relaxed);
    while (seen < value && !target.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }
  std::uint32_t arrive(std::uint32_t* address) {
    return std::atomic_ref<std::uint32_t>(*address).fetch_add(1, std::memory_order_acq_rel);
  }
  void publish(std::uint32_t* address, std::uint32_t value) {
    std::atomic_ref<std::uint32_t>(*address).store(value, std::memory_order_release);
  }
  std::uint32_t observe(std::uint32_t* address) {
    const std::uint32_t value = std::atomic_ref<std::uint32_t>(*address).load(std::memory_order_acquire);
    if (value == 0) std::this_thread::yield();  // the thread that will write it may need this core
    return value;
  }
  void publish_alone(std::uint64_t* address, std::uint64_t value) {
    std::atomic_ref<std::uint64_t>(*address).store(value, std::memory_order_relaxed);
  }
  std::uint64_t observe_alone(std::uint64_t* address) {
    return std::atomic_ref<std::uint64_t>(*address).load(std::memory_order_relaxed);
  }
  void order_for_host() {}
  void leave_for_host(std::uint64_t* address, std::uint64_t value) {
    std::atomic_ref<std::uint64_t>(*address).store(value, std::memory_order_relaxed);
  }
  void publish_to_host(std::uint64_t* address, std::uint64_t value) {
    std::atomic_ref<std::uint64_t>(*address).store(value, std::memory_order_release);
  }
  void pause(std::uint32_t) { std::this_thread::yield(); }

 private:
  std::uint32_t index_, batch_;
};

/// Half of a block. The other half does not run at the same time, so it is always this half's turn.
template <class Block>
class half_of : public Block {
 public:
  template <class... Arguments>
  explicit half_of(int number, Arguments&&... arguments) : Block(arguments...), number_(number) {}

  int number() const { return number_; }
  void take_turn() {}
  void pass_turn() {}

 private:
  int number_;
};

template <int Threads>
class host_block : public host_collectives<Threads, host_block<Threads>> {
 public:
  using host_collectives<Threads, host_block>::host_collectives;

  template <int Active = Threads, class Body>
  GBI_DEVICE void phase(Body&& body) {
#pragma omp simd
    for (int thread = 0; thread < Active; ++thread) body(thread);
  }
  template <int Rows, int Columns, class Body>
  GBI_DEVICE void grid_phase(Body&& body) {
    for (int row = 0; row < Rows; ++row) {
#pragma omp simd
      for (int column = 0; column < Columns; ++column) body(row, column);
    }
  }
  template <int Bytes = 16>
  void copy_ahead(void* to, const void* from) {
    std::memcpy(to, from, Bytes);
  }
  void commit_copies() {}
  template <int Pending>
  void await_copies() {}
  template <int Slots>
  void open_slots(kernels::slot_marks<Slots>&) {}
  template <int Slots>
  void fill_slot(kernels::slot_marks<Slots>&, int, std::uint32_t, void* to, const void* from,
                 std::uint32_t bytes) {
    std::memcpy(to, from, bytes);
  }
  template <int Pending, int Slots>
  void await_slot(kernels::slot_marks<Slots>&, int, std::uint32_t) {}
  template <int Slots>
  void release_slot(kernels::slot_marks<Slots>&, int) {}
  template <class Body>
  GBI_DEVICE void first_warp(Body&& body) {
    host_block<host_block::warp_size> warp(this->index(), this->batch());
    body(warp);
  }
  template <class Body>
  GBI_DEVICE void in_halves(Body&& body) {
    for (int number = 0; number < 2; ++number) {
      half_of<host_block<Threads / 2>> half(number, this->index(), this->batch());
      body(half);
    }
  }
};

static_assert(kernels::block_model<host_block<64>>);

}  // namespace gbi::exec::host
