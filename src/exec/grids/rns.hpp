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

template <template <int, int, int> class Kernel, kernels::rns_shape Shape>
bool run_rns_shape(auto& launcher, const auto& a) {
  if (a.shape.quads != Shape.quads || a.shape.tiles != Shape.tiles || a.shape.warps != Shape.warps)
    return false;
  run_items<Kernel<Shape.quads, Shape.tiles, Shape.warps>, std::uint64_t{16} * Shape.tiles * Shape.warps>(
      launcher, a.elements, a);
  return true;
}

template <template <int, int, int> class Kernel, const auto& Shapes>
bool run_one_of(auto& launcher, const auto& a) {
  return [&]<std::size_t... Which>(std::index_sequence<Which...>) {
    return (run_rns_shape<Kernel, Shapes[Which]>(launcher, a) || ...);
  }
  (std::make_index_sequence<length_of(Shapes)>{});
}

/// Selects the instance for a shape of kernels/rns/shapes.hpp.
template <template <int, int, int> class Kernel, class Launcher>
void run_rns(Launcher& launcher, const auto& a) {
  bool found = false;
  if constexpr (machine_of<Launcher> == kernels::machine::threads)
    found = run_one_of<Kernel, kernels::gpu_rns_shapes>(launcher, a);
  else
    found = run_one_of<Kernel, kernels::host_rns_shapes>(launcher, a);
  if (!found) refuse("no residues of ", a.shape.quads, " quads");
}

void run_grid(auto& launcher, const kernels::rns_in_arguments& a) {
  run_rns<kernels::rns_in_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::rns_power_arguments& a) {
  run_rns<kernels::rns_power_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::rns_out_arguments& a) {
  run_rns<kernels::rns_out_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::rns_modulus_arguments& a) {
  run_items<kernels::rns_modulus_kernel>(launcher, a.words, a);
}

}  // namespace gbi::exec
