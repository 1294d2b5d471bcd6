/// \file
/// The block of the CUDA executor: a phase runs the thread's code, then a barrier.
#pragma once

#include <cuda_pipeline_primitives.h>

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "src/exec/cuda/atomic.cuh"
#include "src/exec/cuda/byte_convolution.cuh"
#include "src/exec/cuda/byte_product.cuh"
#include "src/exec/cuda/slots.cuh"
#include "src/exec/cuda/warpgroup_product.cuh"

namespace gbi::exec::cuda {

/// The threads and the blocks of which a multiprocessor holds at most.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200)
inline constexpr int most_resident_threads = 2048, most_resident_blocks = 32;
#elif __CUDA_ARCH__ == 750
inline constexpr int most_resident_threads = 1024, most_resident_blocks = 16;
#else
inline constexpr int most_resident_threads = 1536, most_resident_blocks = __CUDA_ARCH__ < 890 ? 16 : 24;
#endif

/// How many blocks should share a multiprocessor, as far as it holds them. The compiler ignores a larger
/// number and would give threads more registers than the wanted blocks leave them.
template <class Kernel>
inline constexpr int resident_blocks = [] {
  int blocks = Kernel::blocks_per_multiprocessor;
  if (blocks > most_resident_threads / Kernel::threads) blocks = most_resident_threads / Kernel::threads;
  return blocks > most_resident_blocks ? most_resident_blocks : blocks;
}();

/// One value of this thread. The index is always the thread itself.
template <class T>
class thread_register {
 public:
  GBI_DEVICE T& operator[](int) { return value_; }
  GBI_DEVICE const T& operator[](int) const { return value_; }

 private:
  T value_;
};

template <int Threads>
class cuda_warp;
template <int Threads>
class cuda_half;

template <int Threads>
class cuda_block {
 public:
  static constexpr int threads = Threads;
  static constexpr int warp_size = Threads < kernels::warp_threads ? Threads : kernels::warp_threads;
  static constexpr unsigned lanes = Threads < kernels::warp_threads ? (1u << Threads % 32) - 1 : ~0u;

  template <class T>
  using per_thread = thread_register<T>;

  GBI_DEVICE cuda_block(std::uint32_t blocks_per_problem)
      : index_(blockIdx.x % blocks_per_problem), batch_(blockIdx.x / blocks_per_problem) {}
  GBI_DEVICE cuda_block(std::uint32_t index, std::uint32_t batch) : index_(index), batch_(batch) {}
  GBI_DEVICE std::uint32_t index() const { return index_; }
  GBI_DEVICE std::uint32_t batch() const { return batch_; }

  template <int Active = Threads, class Body>
  GBI_DEVICE void phase(Body&& body) {
    if (Active == Threads || threadIdx.x < Active) body(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <int Rows, int Columns, class Body>
  GBI_DEVICE void grid_phase(Body&& body) {
    phase<Rows * Columns>([&](int thread) { body(thread / Columns, thread % Columns); });
  }
  template <class Body>
  GBI_DEVICE void warp_phase(Body&& body) {
    body(static_cast<int>(threadIdx.x));
    __syncwarp(lanes);
  }
  template <class Body>
  GBI_DEVICE void lone_phase(Body&& body) {
    body(static_cast<int>(threadIdx.x));
  }
  template <int Bytes = 16>
  GBI_DEVICE void copy_ahead(void* to, const void* from) {
    __pipeline_memcpy_async(to, from, Bytes);
  }
  GBI_DEVICE void commit_copies() { __pipeline_commit(); }
  template <int Pending>
  GBI_DEVICE void await_copies() {
    __pipeline_wait_prior(Pending);
    __syncthreads();
  }
  template <int Slots>
  GBI_DEVICE void open_slots(kernels::slot_marks<Slots>& marks) {
    cuda::open_slots<Threads / 32>(marks, static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <int Slots>
  GBI_DEVICE void fill_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round, void* to,
                            const void* from, std::uint32_t bytes) {
    cuda::fill_slot<Threads>(marks, slot, round, to, from, bytes, static_cast<int>(threadIdx.x));
  }
  template <int Pending, int Slots>
  GBI_DEVICE void await_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round) {
    cuda::await_slot<Pending>(marks, slot, round);
    if constexpr (slots_need_barriers) __syncthreads();
  }
  template <int Slots>
  GBI_DEVICE void release_slot(kernels::slot_marks<Slots>& marks, int slot) {
    cuda::release_slot(marks, slot);
  }
  template <class Body>
  GBI_DEVICE void first_warp(Body&& body) {
    if (threadIdx.x < warp_size) {
      cuda_warp<warp_size> warp(index_, batch_);
      body(warp);
    }
    __syncthreads();
  }
  template <class Body>
  GBI_DEVICE void in_halves(Body&& body) {
    cuda_half<Threads / 2> half(index_, batch_);
    if (half.number() == 1) half.pass_turn();  // the first half begins
    body(half);
    if (half.number() == 0) half.take_turn();  // which the second one passed at its end
    __syncthreads();
  }

  template <class T, class LaneOf>
  GBI_DEVICE per_thread<T> shuffle(const per_thread<T>& value, LaneOf&& lane_of) {
    per_thread<T> result;
    const int source = lane_of(static_cast<int>(threadIdx.x % kernels::warp_threads));
    result[0] = by_words(value[0], [&](auto word) { return __shfl_sync(lanes, word, source); });
    return result;
  }
  template <class T>
  GBI_DEVICE per_thread<T> shuffle_up(const per_thread<T>& value, int delta) {
    per_thread<T> result;
    result[0] = by_words(
        value[0], [&](auto word) { return __shfl_up_sync(lanes, word, static_cast<unsigned>(delta)); });
    return result;
  }
  template <class T>
  GBI_DEVICE per_thread<T> shuffle_xor(const per_thread<T>& value, int mask) {
    per_thread<T> result;
    result[0] = by_words(value[0], [&](auto word) { return __shfl_xor_sync(lanes, word, mask); });
    return result;
  }
  template <class T>
  GBI_DEVICE per_thread<T> broadcast(const per_thread<T>& value, int source) {
    per_thread<T> result;
    result[0] = by_words(value[0], [&](auto word) { return __shfl_sync(lanes, word, source); });
    return result;
  }
  GBI_DEVICE per_thread<std::uint32_t> ballot(const per_thread<bool>& flag) {
    per_thread<std::uint32_t> result;
    result[0] = __ballot_sync(lanes, flag[0]);
    return result;
  }
  template <int Steps, int Tiles, int Blocks, class RowsOf>
  GBI_DEVICE void multiply_bytes(per_thread<kernels::byte_sums<Tiles, Blocks>>& sums, RowsOf&& rows_of,
                                 const kernels::byte_columns* columns) {
    const auto rows = [&](int tile, int step) { return rows_of(static_cast<int>(threadIdx.x), tile, step); };
    if constexpr (has_warpgroup_product<Blocks> && Threads % 128 == 0)
      multiply_by_warpgroup<Steps>(sums[0], rows, columns);
    else
      multiply_by_warp<Steps>(sums[0], rows, columns);
  }
  template <int Bytes, int Tiles, int First = 0, int All, class OperandsOf>
  GBI_DEVICE void convolve_bytes(per_thread<kernels::convolution_sums<All>>& sums, OperandsOf&& operands_of) {
    const auto from = operands_of(static_cast<int>(threadIdx.x));
    if (from.exist) convolve<Bytes, First, Tiles>(sums[0], from);
  }
  template <int Steps, int Tiles, class WindowOf>
  GBI_DEVICE void convolve_window(per_thread<kernels::convolution_sums<Tiles>>& sums, WindowOf&& window_of) {
    const auto from = window_of(static_cast<int>(threadIdx.x));
    if (!from.is_empty) cuda::convolve_window<Steps, Tiles>(sums[0], from);
    __syncwarp(lanes);
  }

  template <class T>
  GBI_DEVICE T atomic_add(T* address, T value) {
    return relaxed_add(address, value);
  }
  template <class T>
  GBI_DEVICE void atomic_max(T* address, T value) {
    relaxed_max(address, value);
  }
  GBI_DEVICE std::uint32_t arrive(std::uint32_t* address) { return ordered_add(address, 1); }
  GBI_DEVICE void publish(std::uint32_t* address, std::uint32_t value) { release_store(address, value); }
  GBI_DEVICE std::uint32_t observe(std::uint32_t* address) { return acquire_load(address); }
  GBI_DEVICE void publish_alone(std::uint64_t* address, std::uint64_t value) {
    relaxed_store(address, value);
  }
  GBI_DEVICE std::uint64_t observe_alone(std::uint64_t* address) { return relaxed_load(address); }
  GBI_DEVICE void order_for_host() { __threadfence_system(); }
  GBI_DEVICE void leave_for_host(std::uint64_t* address, std::uint64_t value) {
    system_relaxed_store(address, value);
  }
  GBI_DEVICE void publish_to_host(std::uint64_t* address, std::uint64_t value) {
    system_release_store(address, value);
  }
  GBI_DEVICE void pause(std::uint32_t nanoseconds) { __nanosleep(nanoseconds); }

 private:
  /// Applies a shuffle of 32- or 64-bit words to a value of any trivially copyable type.
  template <class T, class Shuffle>
  GBI_DEVICE static T by_words(const T& value, Shuffle&& shuffle) {
    if constexpr (sizeof(T) == 4) {
      return __builtin_bit_cast(T, shuffle(__builtin_bit_cast(unsigned, value)));
    } else if constexpr (sizeof(T) == 8) {
      return __builtin_bit_cast(T, shuffle(__builtin_bit_cast(unsigned long long, value)));
    } else if constexpr (sizeof(T) % 4 == 0) {
      struct words {
        unsigned word[sizeof(T) / 4];
      };
      words all = __builtin_bit_cast(words, value);
      kernels::unroll<sizeof(T) / 4>([&](auto i) { all.word[i] = shuffle(all.word[i]); });
      return __builtin_bit_cast(T, all);
    } else {
      return static_cast<T>(shuffle(static_cast<unsigned>(value)));
    }
  }

  std::uint32_t index_, batch_;
};

/// The first warp of a block as a block of its own: its barrier synchronises only the warp.
template <int Threads>
class cuda_warp : public cuda_block<Threads> {
 public:
  using cuda_block<Threads>::cuda_block;
  template <int Active = Threads, class Body>
  GBI_DEVICE void phase(Body&& body) {
    if (Active == Threads || threadIdx.x < Active) body(static_cast<int>(threadIdx.x));
    __syncwarp(this->lanes);
  }
  template <class Body>
  GBI_DEVICE void first_warp(Body&& body) {
    body(*this);
  }
};

/// Half of a block as a block of its own. Each half has a barrier, and each turn is one for all threads, at
/// which the half that passes the turn does not wait.
template <int Threads>
class cuda_half : public cuda_block<Threads> {
 public:
  static_assert(Threads % 32 == 0);

  using cuda_block<Threads>::cuda_block;
  GBI_DEVICE static int number() { return static_cast<int>(threadIdx.x) / Threads; }
  GBI_DEVICE void take_turn() {
    asm volatile("bar.sync %0, %1;" ::"r"(turn_of(number())), "n"(2 * Threads) : "memory");
  }
  GBI_DEVICE void pass_turn() {
    asm volatile("bar.arrive %0, %1;" ::"r"(turn_of(1 - number())), "n"(2 * Threads) : "memory");
  }

  template <int Active = Threads, class Body>
  GBI_DEVICE void phase(Body&& body) {
    if (Active == Threads || thread() < Active) body(thread());
    barrier();
  }
  template <class Body>
  GBI_DEVICE void warp_phase(Body&& body) {
    body(thread());
    __syncwarp();
  }
  template <class Body>
  GBI_DEVICE void lone_phase(Body&& body) {
    body(thread());
  }
  template <int Slots>
  GBI_DEVICE void open_slots(kernels::slot_marks<Slots>& marks) {
    cuda::open_slots<Threads>(marks, thread());
    barrier();
  }
  template <int Slots>
  GBI_DEVICE void fill_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round, void* to,
                            const void* from, std::uint32_t bytes) {
    cuda::fill_slot<Threads>(marks, slot, round, to, from, bytes, thread());
  }
  template <int Pending, int Slots>
  GBI_DEVICE void await_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round) {
    cuda::await_slot<Pending>(marks, slot, round);
    if constexpr (slots_need_barriers) barrier();
  }
  template <int Slots>
  GBI_DEVICE void release_slot(kernels::slot_marks<Slots>& marks, int slot) {
    release_slot_each(marks, slot);
    if constexpr (slots_need_barriers) barrier();
  }

 private:
  // Barrier 0 is that of the whole block.
  GBI_DEVICE static int turn_of(int number) { return 3 + number; }
  GBI_DEVICE static int thread() { return static_cast<int>(threadIdx.x) % Threads; }
  GBI_DEVICE static void barrier() {
    asm volatile("bar.sync %0, %1;" ::"r"(1 + number()), "n"(Threads) : "memory");
  }
};

}  // namespace gbi::exec::cuda
