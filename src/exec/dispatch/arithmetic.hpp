/// \file
/// Grids of the kernels for sums, comparisons and shifts, for every executor: `Launcher::run<Kernel>(blocks
/// of one problem, problems, arguments)`.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/arithmetic/add.hpp"
#include "kernels/arithmetic/compare.hpp"
#include "kernels/arithmetic/report.hpp"
#include "kernels/arithmetic/residual.hpp"
#include "kernels/arithmetic/shift.hpp"

namespace gbi::exec {

constexpr std::uint32_t blocks_for(std::uint64_t items, std::uint64_t per_block) {
  return static_cast<std::uint32_t>((items + per_block - 1) / per_block);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::add_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::add_kernel>(a.chain.tiles, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::residual_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::residual_kernel>(a.chain.tiles, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::compare_arguments& a) {
  launcher.template run<kernels::compare_kernel>(
      blocks_for(std::max(a.a.count, a.b.count), kernels::search_tile_limbs), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::significant_arguments& a) {
  launcher.template run<kernels::significant_kernel>(blocks_for(a.a.count, kernels::search_tile_limbs), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::report_arguments& a) {
  launcher.template run<kernels::report_kernel>(1, 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::shift_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::shift_kernel>(blocks_for(a.out.count, kernels::shift_kernel::threads), batch,
                                               a);
}

}  // namespace gbi::exec
