/// \file
/// Carries between the words of an integer, one word per thread of a block.
#pragma once

#include <cstdint>

#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

template <int Threads>
struct block_carry_memory {
  std::uint32_t generate[Threads / warp_threads], propagate[Threads / warp_threads];
};

/// Finds the carries into the first `Words` words at once, and the carry out of the last word. A word with
/// `generate` emits a carry, a word with `propagate` passes on the carry that it receives; no word has both.
/// `first` is the carry into the first word.
template <int Words, class Block>
GBI_DEVICE void find_carries(Block& block, block_carry_memory<Block::threads>& shared,
                             const per_thread<Block, bool>& generate,
                             const per_thread<Block, bool>& propagate, std::uint32_t first,
                             per_thread<Block, std::uint32_t>& in, per_thread<Block, std::uint32_t>& out) {
  static_assert(Words % warp_threads == 0 && Words <= Block::threads);
  const per_thread<Block, std::uint32_t> generates = block.ballot(generate),
                                         propagates = block.ballot(propagate);
  block.phase([&](int thread) {
    if (thread % warp_threads != 0) return;
    shared.generate[thread / warp_threads] = generates[thread];
    shared.propagate[thread / warp_threads] = propagates[thread];
  });
  block.phase([&](int thread) {
    // In the sum of x = g | p and y = g, a bit generates where g is set and propagates where p is set. The
    // carries are the bits in which the sum differs from x ^ y = p.
    std::uint64_t carry = first;
    in[thread] = 0;
    for (int warp = 0; warp < Words / warp_threads; ++warp) {
      const std::uint64_t g = shared.generate[warp], p = shared.propagate[warp];
      const std::uint64_t sum = (g | p) + g + carry;
      if (warp == thread / warp_threads)
        in[thread] = static_cast<std::uint32_t>((sum ^ p) >> thread % warp_threads & 1);
      carry = sum >> warp_threads;
    }
    out[thread] = static_cast<std::uint32_t>(carry);
  });
}

}  // namespace gbi::kernels
