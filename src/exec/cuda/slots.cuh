/// \file
/// Slots of shared memory (kernels/model/block.hpp) on CUDA. From sm_90 on one thread starts a copy of a
/// whole slot, and barriers in shared memory count what has arrived. On earlier devices, all threads copy 16
/// bytes at a time, and whoever waits for a slot also needs a barrier.
#pragma once

#include <cuda_pipeline_primitives.h>

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/slots.hpp"

namespace gbi::exec::cuda {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
inline constexpr bool slots_need_barriers = false;

GBI_DEVICE std::uint32_t shared_address(const void* at) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(at));
}

GBI_DEVICE void open_mark(std::uint64_t& mark, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&mark)), "r"(arrivals)
               : "memory");
}
GBI_DEVICE void arrive_at(std::uint64_t& mark) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&mark)) : "memory");
}
/// Waits until a phase of this parity is complete.
GBI_DEVICE void await_mark(std::uint64_t& mark, std::uint32_t parity) {
  asm volatile(
      "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra again; "
      "}" ::"r"(shared_address(&mark)),
      "r"(parity)
      : "memory");
}

/// \param thread of the block, or of the half, whose slots these are. A barrier follows.
/// \tparam Arrivals that release a slot
template <int Arrivals, int Slots>
GBI_DEVICE void open_slots(kernels::slot_marks<Slots>& marks, int thread) {
  if (thread == 0) {
    for (int slot = 0; slot < Slots; ++slot) {
      open_mark(marks.filled[slot], 1);
      open_mark(marks.released[slot], Arrivals);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
}
template <int Threads, int Slots>
GBI_DEVICE void fill_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round, void* to,
                          const void* from, std::uint32_t bytes, int thread) {
  // All threads wait, because nvcc keeps nothing in uniform registers after a loop of a single thread. Before
  // the first round, a slot counts as released.
  await_mark(marks.released[slot], round ^ 1);
  if (thread == 0) {
    const std::uint32_t filled = shared_address(&marks.filled[slot]);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(filled), "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(to)),
        "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(filled)
        : "memory");
  }
  __syncwarp();
}
template <int Pending, int Slots>
GBI_DEVICE void await_slot(kernels::slot_marks<Slots>& marks, int slot, std::uint32_t round) {
  await_mark(marks.filled[slot], round);
}
template <int Slots>
GBI_DEVICE void release_slot(kernels::slot_marks<Slots>& marks, int slot) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) arrive_at(marks.released[slot]);
}
/// Every thread arrives, after what it has written to the slot. racecheck does not see that one thread
/// arrives for its warp.
template <int Slots>
GBI_DEVICE void release_slot_each(kernels::slot_marks<Slots>& marks, int slot) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  arrive_at(marks.released[slot]);
}
#else
inline constexpr bool slots_need_barriers = true;

template <int Arrivals, int Slots>
GBI_DEVICE void open_slots(kernels::slot_marks<Slots>&, int) {}
template <int Threads, int Slots>
GBI_DEVICE void fill_slot(kernels::slot_marks<Slots>&, int, std::uint32_t, void* to, const void* from,
                          std::uint32_t bytes, int thread) {
  for (std::uint32_t at = 16 * static_cast<std::uint32_t>(thread); at < bytes; at += 16 * Threads)
    __pipeline_memcpy_async(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, 16);
  __pipeline_commit();
}
template <int Pending, int Slots>
GBI_DEVICE void await_slot(kernels::slot_marks<Slots>&, int, std::uint32_t) {
  __pipeline_wait_prior(Pending);
}
template <int Slots>
GBI_DEVICE void release_slot(kernels::slot_marks<Slots>&, int) {}
template <int Slots>
GBI_DEVICE void release_slot_each(kernels::slot_marks<Slots>&, int) {}
#endif

}  // namespace gbi::exec::cuda
