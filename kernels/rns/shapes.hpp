/// \file
/// The residue shapes that have instances, by quads.
#pragma once

#include "kernels/rns/arguments.hpp"

namespace gbi::kernels {

/// On a GPU, a warp has one tile, and a block has as many warps, in multiples of four, as registers allow, so
/// that byte products of some warps overlap with the arithmetic of others. Integers of more than
/// rns_limbs(33) limbs have no shape, because a lane would need more registers than exist.
inline constexpr rns_shape gpu_rns_shapes[] = {{5, 1, 16},  {9, 1, 16}, {13, 1, 12},
                                               {17, 1, 12}, {25, 1, 8}, {33, 1, 8}};
/// On the host, there is one warp and there are few shapes, because only tests choose residues there. One
/// shape has two tiles and two warps.
inline constexpr rns_shape host_rns_shapes[] = {{3, 2, 2}, {9, 1, 1}, {17, 1, 1}, {33, 1, 1}};

}  // namespace gbi::kernels
