/// \file
/// The residue shapes that have instances, by quads.
#pragma once

#include "kernels/rns/arguments.hpp"

namespace gbi::kernels {

/// On a GPU, a warp has one tile, and a block has as many warps, in multiples of four, as registers allow, so
/// that byte products of some warps overlap with the arithmetic of others. Integers of more than
/// rns_limbs(72) limbs have no shape: slots for the matrices would not fit in shared memory.
inline constexpr rns_shape gpu_rns_shapes[] = {{5, 1, 16}, {9, 1, 16}, {14, 1, 12}, {18, 1, 12},
                                               {26, 1, 8}, {35, 1, 8}, {52, 1, 8},  {72, 1, 8}};
/// On the host, there is one warp and there are few shapes, because only tests choose residues there. One
/// shape has two tiles and two warps.
inline constexpr rns_shape host_rns_shapes[] = {{3, 2, 2}, {9, 1, 1}, {18, 1, 1}, {35, 1, 1}, {72, 1, 1}};

}  // namespace gbi::kernels
