/// \file
/// Base classes with the declarations of kernels.
#pragma once

#include "kernels/model/block.hpp"

namespace gbi::kernels {

/// The declarations that block.hpp requires of a kernel. A kernel with shared memory passes its type here or
/// declares a nested `shared_memory`.
/// \tparam Threads the threads of a block.
/// \tparam BlocksPerMultiprocessor the blocks that should share a multiprocessor.
template <class Arguments, int Threads, int BlocksPerMultiprocessor, class SharedMemory = no_shared_memory>
struct kernel {
  using arguments = Arguments;
  using shared_memory = SharedMemory;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = BlocksPerMultiprocessor;
};

/// A kernel with one thread per element and independent elements.
template <class Arguments, int Threads = 256, int BlocksPerMultiprocessor = 4>
struct elementwise : kernel<Arguments, Threads, BlocksPerMultiprocessor> {
  /// Runs body(i) for the elements i < count of this block, in one phase.
  template <class Block, class Body>
  GBI_DEVICE static void for_each(Block& block, std::uint64_t count, Body&& body) {
    block.phase([&](int thread) {
      const std::uint64_t i = std::uint64_t{block.index()} * Threads + static_cast<std::uint32_t>(thread);
      if (i < count) body(i);
    });
  }
};

/// A kernel that is one function of an index: it runs Kernel::run_at(args, i) for all i <
/// Kernel::count(args). The declaration `Kernel map_of(const Arguments&);` after the kernel names it as the
/// map for these arguments, which gives it a grid (src/exec/grids/grid.hpp). That function is never defined.
template <class Kernel, class Arguments, int Threads = 256, int BlocksPerMultiprocessor = 4>
struct map_kernel : elementwise<Arguments, Threads, BlocksPerMultiprocessor> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const Arguments& args) {
    map_kernel::for_each(block, Kernel::count(args), [&](std::uint64_t i) { Kernel::run_at(args, i); });
  }
};

}  // namespace gbi::kernels
