/// \file
/// Grids of reductions over limbs (kernels/scan/limb_reduction.hpp).
#pragma once

#include "kernels/word/reduction_target.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

/// Launches a reduction over limbs, to `target` in the arguments, with blocks enough to keep memory busy.
/// They read more than one tile of a long number, because barriers and atomic operations at the end of a
/// block take as long as several loads.
template <class Kernel, class Arguments>
void run_reduction(auto& launcher, std::uint64_t limbs, const Arguments& a,
                   kernels::reduction_target Arguments::*target) {
  const std::uint32_t tiles = blocks_for(larger_of(1, limbs), Kernel::tile_limbs);
  const auto most = static_cast<std::uint32_t>(8 * larger_of(launcher.multiprocessors(), 8));
  Arguments shared = a;
  (shared.*target).blocks = tiles < most ? tiles : most;
  run_blocks<Kernel>(launcher, (shared.*target).blocks, shared);
}

}  // namespace gbi::exec
