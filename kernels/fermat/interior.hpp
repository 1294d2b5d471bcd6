/// \file
/// Whether a tile of a linear pass is in a region where nothing wraps around and no part ends. Nearly all
/// tiles are, and their limbs need no individual choices: the addresses of a thread's limbs then differ by
/// constants.
#pragma once

#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

/// Whether all limbs of a tile, the two below it and the one above it are in [begin, end). A sum of limbs
/// needs the sum below it, and the tile needs the limb below it (halo_limb).
GBI_DEVICE bool reads_within(tile_position at, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t first = std::uint64_t{at.tile} * carry_tile_limbs;
  return first >= begin + 2 && first + carry_tile_limbs < end;
}

}  // namespace gbi::kernels
