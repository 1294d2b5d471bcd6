/// \file
/// What kernels declare beside their body, as bases to derive from.
#pragma once

#include "kernels/model/block.hpp"

namespace gbi::kernels {

/// The declarations of a kernel, as block.hpp asks for them. A kernel with shared memory of its own names its
/// type here or declares a nested `shared_memory`.
/// \tparam Threads of a block.
/// \tparam BlocksPerMultiprocessor which should run at once.
template <class Arguments, int Threads, int BlocksPerMultiprocessor, class SharedMemory = no_shared_memory>
struct kernel {
  using arguments = Arguments;
  using shared_memory = SharedMemory;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = BlocksPerMultiprocessor;
};

/// A kernel that works on each element alone: one thread per element.
template <class Arguments, int Threads = 256, int BlocksPerMultiprocessor = 4>
struct elementwise : kernel<Arguments, Threads, BlocksPerMultiprocessor> {
  /// A phase that runs body(i) for the block's elements i < count.
  template <class Block, class Body>
  GBI_DEVICE static void for_each(Block& block, std::uint64_t count, Body&& body) {
    block.phase([&](int thread) GBI_INLINE {
      const std::uint64_t i = std::uint64_t{block.index()} * Threads + static_cast<std::uint32_t>(thread);
      if (i < count) body(i);
    });
  }
};

}  // namespace gbi::kernels
