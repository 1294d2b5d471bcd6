/// \file
/// What a kernel body may use from the block that runs it.
///
/// A kernel is a struct with
///   - `static constexpr int threads`, the threads of a block;
///   - `static constexpr int blocks_per_multiprocessor`, the blocks that should share a multiprocessor, which
///     bounds the registers of a thread;
///   - `arguments`, a trivially copyable struct that describes inputs and outputs;
///   - `shared_memory`, a named trivial struct (`no_shared_memory` when there is none);
///   - `template <class Block> static void run(Block&, shared_memory&, const arguments&)`, the body.
///
/// The body is a sequence of *phases*, pieces of code that every thread of the block runs. The contract:
///   1. There is no barrier inside a phase: the threads of a phase run in any order, or at once.
///   2. The whole block reaches every phase. Code between phases computes only block-uniform values: a CUDA
///      block runs it once per thread, a host block once.
///   3. A value that a thread keeps from phase to phase is a `per_thread<Block, T>`.
///   4. A phase ends with a barrier of the block, as do first_warp, open_slots and await_copies. A warp_phase
///      ends with a barrier of each warp. Between a write to shared or device memory and an access by another
///      thread of the block, in either order, there is a barrier of both, except for atomics.
///   5. A block waits for another block only through `observe` or `observe_alone` in a loop, only in a kernel
///      that declares `static constexpr bool in_order = true`, and only for blocks before it (of a smaller
///      batch(), or of the same batch() and a smaller index()). Executors start the blocks of such a kernel
///      in that order, so those blocks are running already. It may also wait for what another block writes
///      later in a phase, once it has seen something written in that phase.
///   6. `first_warp(body)` runs body(warp) in the first warp while the others wait. `warp` is a block of
///      `warp_size` threads under the same contract, where "block-uniform" means uniform over that warp. So
///      one warp may loop without barriers for the others.
///   7. Until the next phase or collective, only the thread itself sees what it writes in a `lone_phase`.
///   8. `copy_ahead<Bytes>(to, from)`, inside a phase, starts a copy of 8 or 16 bytes from device memory to
///      shared memory. Nothing writes to the source, and nothing uses the target until the copy is awaited.
///      Between phases, commit_copies() groups the copies that each thread has started since the last call;
///      await_copies<N>() waits for all groups but the last N of every thread, and is a barrier.
///   9. Slots are pieces of shared memory that all warps read. Copies from device memory, to which nothing
///      writes, fill them ahead of use. All calls are between phases, after open_slots. fill_slot starts to
///      copy a multiple of 16 bytes to a slot, await_slot waits until the slot is filled, and release_slot
///      says that this warp no longer reads it. A fill waits until all warps have released the previous
///      contents; nothing else waits for other warps. So warps may drift apart by a few slots. The `round` of
///      a fill, and of the matching await, is the number of earlier fills of the slot, modulo 2. Slots are
///      awaited in the order of their fills, at most Pending fills behind the last one, and released in that
///      order. Between the release that a fill needs and the fill, each warp awaits a slot.
///  10. `in_halves(body)` runs body(half) in both halves of the block, at once or one after the other. A half
///      is a block of half the threads under the same contract, where "block-uniform" means uniform over that
///      half; half.number() is 0 or 1. A half calls take_turn() and pass_turn() alternately, between phases,
///      and both halves call them equally often. Between the two calls, the other half is outside its own
///      turn. take_turn() is a barrier of the half. A half may write to its slots while they are filled, and
///      may fill a slot right after its release.
///
/// The block types are exec/cuda/block.cuh, exec/host/block.hpp and, for tests,
/// tests/support/shuffled_block.hpp.
#pragma once

#include <concepts>
#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/byte_product.hpp"
#include "kernels/model/slots.hpp"

namespace gbi::kernels {

inline constexpr int warp_threads = 32;

struct no_shared_memory {};

/// Whether blocks of the kernel wait for blocks before them.
template <class Kernel>
inline constexpr bool is_in_order = requires {
  requires Kernel::in_order;
};

/// One value per thread of the block, indexed by the thread: a register on CUDA, an array on the host.
template <class Block, class T>
using per_thread = typename Block::template per_thread<T>;

#if !defined(__CUDACC__)
/// The contract as a concept. Every block type is checked against it if it is defined for the host.
template <class Block>
concept block_model = requires(Block& block, per_thread<Block, std::uint64_t>& value,
                               per_thread<Block, bool>& flag, per_thread<Block, std::uint32_t>& part,
                               per_thread<Block, byte_sums<1, 1>>& sums,
                               per_thread<Block, convolution_sums<4>>& convolution,
                               const byte_columns* columns, std::uint64_t* memory, std::uint32_t* word,
                               slot_marks<1>& marks) {
  { Block::threads } -> std::convertible_to<int>;
  // Position in the grid: the problem of the batch, and the block of that problem.
  { block.batch() } -> std::same_as<std::uint32_t>;
  { block.index() } -> std::same_as<std::uint32_t>;
  block.phase([](int) {});
  // As above, for the first N threads only; the others wait.
  block.template phase<1>([](int) {});
  // As above, by rows of adjacent threads: thread row * Columns + column runs body(row, column).
  block.template grid_phase<1, 1>([](int, int) {});
  block.warp_phase([](int) {});
  block.lone_phase([](int) {});
  block.first_warp([](auto&) {});
  block.in_halves([](auto& half) {
    half.take_turn();
    half.pass_turn();
    return half.number();
  });
  // Warp collectives, called between phases: every thread gets the value of another lane of its warp. Lanes
  // for which shuffle_up finds no source keep their own value. The argument of `shuffle` maps a lane to its
  // source lane.
  { block.shuffle_up(value, 1) } -> std::same_as<per_thread<Block, std::uint64_t>>;
  { block.shuffle_xor(value, 1) } -> std::same_as<per_thread<Block, std::uint64_t>>;
  { block.broadcast(value, 0) } -> std::same_as<per_thread<Block, std::uint64_t>>;
  {
    block.shuffle(value, [](int lane) { return lane; })
    } -> std::same_as<per_thread<Block, std::uint64_t>>;
  // Bit i of the result is the flag of lane i.
  { block.ballot(flag) } -> std::same_as<per_thread<Block, std::uint32_t>>;
  // A product of bytes by each warp (byte_product.hpp). The function of a thread, a tile of rows and a step
  // is called for threads of the same warp. Block i of 16 columns has columns[step Blocks + i] for a step.
  block.template multiply_bytes<1>(
      sums, [](int, int, int) { return byte_rows{}; }, columns);
  // A convolution of runs of bytes by each warp (byte_convolution.hpp), whose tiles 0 to 2, or 2 to 3, are
  // added to the sums. All threads of a warp name the same operands.
  block.template convolve_bytes<256, 3>(convolution, [](int) { return convolution_operands<256>{}; });
  block.template convolve_bytes<256, 4, 2>(convolution, [](int) { return convolution_operands<256>{}; });
  // A part of a longer convolution by each warp, which then may overwrite the operands.
  block.template convolve_window<16>(convolution, [](int) { return convolution_window{}; });
  block.copy_ahead(memory, memory);
  block.template copy_ahead<8>(memory, memory);
  block.commit_copies();
  block.template await_copies<1>();
  block.open_slots(marks);
  block.fill_slot(marks, 0, 0u, memory, memory, 16u);
  block.template await_slot<0>(marks, 0, 0u);
  block.release_slot(marks, 0);
  // Atomics on device memory, inside a phase. publish and observe pass one word from block to block.
  { block.atomic_add(memory, std::uint64_t{}) } -> std::same_as<std::uint64_t>;
  { block.atomic_add(word, std::uint32_t{}) } -> std::same_as<std::uint32_t>;
  block.atomic_max(memory, std::uint64_t{});
  // Adds 1 and returns the value before. A thread that arrives sees everything that earlier arrivals had
  // written.
  { block.arrive(word) } -> std::same_as<std::uint32_t>;
  block.publish(word, std::uint32_t{});
  { block.observe(word) } -> std::same_as<std::uint32_t>;
  // As above, for a word that carries all the information. It orders no other memory, which is cheaper.
  block.publish_alone(memory, std::uint64_t{});
  { block.observe_alone(memory) } -> std::same_as<std::uint64_t>;
  // For memory that the host reads while kernels run. Every thread that wrote calls order_for_host; in a
  // later phase one thread publishes a word that says so.
  block.order_for_host();
  block.publish_to_host(memory, std::uint64_t{});
  // A word that the host reads after a later launch has published one, or after a wait. It orders no other
  // memory, which is cheaper.
  block.leave_for_host(memory, std::uint64_t{});
  // Between phases: waits the given nanoseconds on a GPU, yields to other threads on the host.
  block.pause(std::uint32_t{});
};
#endif

}  // namespace gbi::kernels
