/// \file
/// Memory for the carry chain between the blocks of a launch.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "src/cache/chain_pool.hpp"

namespace gbi::numbers {

/// Chain states for one launch with `batch` results of `limbs` limbs each. The launch must be queued while
/// this object lives. Takes no memory if one tile is enough.
class carry_chain {
 public:
  carry_chain(cache::chain_pool& pool, std::size_t limbs, std::uint32_t batch)
      : carry_chain(tile_count{tiles_of(limbs)}, pool, batch) {}

  /// A number of tiles, for tiles of a different length.
  struct tile_count {
    std::uint32_t tiles;
  };
  carry_chain(tile_count count, cache::chain_pool& pool, std::uint32_t batch)
      : tiles_(count.tiles),
        lease_(tiles_ == 1 ? cache::chain_pool::lease()
                           : cache::chain_pool::lease(pool, std::size_t{tiles_} * batch)) {}

  /// The chain of the first tiles only; the states of the other tiles follow it.
  kernels::tile_chain first(std::uint32_t tiles) const {
    kernels::tile_chain result = get();
    result.tiles = tiles;
    return result;
  }
  kernels::tile_chain get() const {
    if (tiles_ == 1) return {nullptr, 1, 0};
    const kernels::scan_chain chain = lease_.get();
    return {chain.words, tiles_, chain.epoch};
  }

  /// The number of tiles for `limbs` limbs, at least one.
  static std::uint32_t tiles_of(std::size_t limbs) {
    return static_cast<std::uint32_t>(
        std::max<std::size_t>(1, (limbs + kernels::carry_tile_limbs - 1) / kernels::carry_tile_limbs));
  }

 private:
  std::uint32_t tiles_;
  cache::chain_pool::lease lease_;
};

}  // namespace gbi::numbers
