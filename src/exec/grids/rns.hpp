/// \file
/// Grids of modular arithmetic in residues: a pack of elements for each warp
/// (kernels/rns/arguments.hpp).
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/rns/convert.hpp"
#include "kernels/rns/modulus.hpp"
#include "kernels/rns/power.hpp"
#include "kernels/rns/shapes.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

template <template <int, int, int> class Kernel, kernels::residue_shape Shape>
bool run_residue_shape(auto& launcher, const auto& a) {
  if (a.shape.quads != Shape.quads || a.shape.tiles != Shape.tiles || a.shape.warps != Shape.warps)
    return false;
  run_items<Kernel<Shape.quads, Shape.tiles, Shape.warps>, std::uint64_t{16} * Shape.tiles * Shape.warps>(
      launcher, a.elements, a);
  return true;
}

template <template <int, int, int> class Kernel, const auto& Shapes>
bool run_one_of(auto& launcher, const auto& a) {
  return [&]<std::size_t... Which>(std::index_sequence<Which...>) {
    return (run_residue_shape<Kernel, Shapes[Which]>(launcher, a) || ...);
  }
  (std::make_index_sequence<length_of(Shapes)>{});
}

/// Selects the instance for a shape of kernels/rns/shapes.hpp.
template <template <int, int, int> class Kernel, class Launcher>
void run_residues(Launcher& launcher, const auto& a) {
  bool found = false;
  if constexpr (machine_of<Launcher> == kernels::machine::threads)
    found = run_one_of<Kernel, kernels::gpu_residue_shapes>(launcher, a);
  else
    found = run_one_of<Kernel, kernels::host_residue_shapes>(launcher, a);
  if (!found) refuse("no residues of ", a.shape.quads, " quads");
}

void run_grid(auto& launcher, const kernels::residue_in_arguments& a) {
  run_residues<kernels::residue_in_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::residue_power_arguments& a) {
  run_residues<kernels::residue_power_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::residue_out_arguments& a) {
  run_residues<kernels::residue_out_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::residue_modulus_arguments& a) {
  run_items<kernels::residue_modulus_kernel>(launcher, a.words, a);
}

}  // namespace gbi::exec
