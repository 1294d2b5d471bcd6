/// \file
/// Elements of a tile that threads process independently of each other.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// Runs use(thread, i, load(i)) for the elements i < count of a tile of Rows elements per thread. Element
/// row * threads + thread belongs to the thread, so neighbouring threads access neighbouring elements. No
/// barrier follows. On CUDA, the loads of a thread come first, so that they overlap; so load(i) and use()
/// must bear elements from `count` to the end of the tile. On the host, rows go one by one.
template <int Rows, class Block, class Load, class Use>
GBI_DEVICE void tile_phase(Block& block, [[maybe_unused]] std::uint64_t count, Load&& load, Use&& use) {
#if defined(__CUDACC__)
  block.lone_phase([&](int thread) {
    decltype(load(0)) loaded[Rows];
    unroll<Rows>([&](auto row) { loaded[row] = load(row * Block::threads + thread); });
    unroll<Rows>([&](auto row) { use(thread, row * Block::threads + thread, loaded[row]); });
  });
#else
  constexpr std::uint64_t threads = Block::threads;
  const auto rows = static_cast<int>(count < Rows * threads ? (count + threads - 1) / threads : Rows);
  for (int row = 0; row < rows; ++row)
    block.lone_phase([&](int thread) {
      const int i = row * Block::threads + thread;
      use(thread, i, load(i));
    });
#endif
}

}  // namespace gbi::kernels
