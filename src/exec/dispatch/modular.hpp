/// \file
/// Grids of products and modular arithmetic on batches: teams within a warp, or of up to a block of 256
/// threads.
#pragma once

#include "kernels/modular/lucas_test.hpp"
#include "kernels/modular/multiply.hpp"
#include "kernels/modular/power.hpp"
#include "kernels/modular/strong_test.hpp"
#include "src/exec/dispatch/arithmetic.hpp"
#include "src/exec/dispatch/instances.hpp"

namespace gbi::exec {

/// The instance of a kernel for a team: `Kernel` maps limbs in a thread and threads in a block to it.
template <template <int, int> class Kernel, class Launcher, class Arguments>
void run_teams(Launcher& launcher, const Arguments& a) {
  const auto run = [&]<int Limbs, int Threads>() {
    const auto teams = static_cast<std::uint64_t>(Threads / a.team.threads);
    launcher.template run<Kernel<Limbs, Threads>>(blocks_for(a.elements, teams), 1, a);
  };
  if (a.team.threads > kernels::warp_threads)
    return for_instance<4>(a.team.limbs, "block of limbs in a large team",
                           [&]<int Limbs>() { run.template operator()<Limbs, 256>(); });
  for_instance<2, 4, 6, 8, 12>(a.team.limbs, "block of limbs",
                               [&]<int Limbs>() { run.template operator()<Limbs, kernels::warp_threads>(); });
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_product_arguments& a) {
  run_teams<kernels::batch_product_kernel>(launcher, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::montgomery_arguments& a) {
  run_teams<kernels::montgomery_kernel>(launcher, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::mul_mod_arguments& a) {
  run_teams<kernels::mul_mod_kernel>(launcher, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::pow_mod_arguments& a) {
  run_teams<kernels::pow_mod_kernel>(launcher, a);
}

/// Tests of primality have teams of up to a warp, with 4 or 6 limbs in a thread.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::strong_test_arguments& a) {
  constexpr int warp = kernels::warp_threads;
  for_instance<4, 6>(a.team.limbs, "block of limbs", [&]<int Limbs>() {
    const auto teams = static_cast<std::uint64_t>(warp / a.team.threads);
    launcher.template run<kernels::strong_test_kernel<Limbs, warp>>(blocks_for(a.elements, teams), 1, a);
  });
}
/// One block of four teams.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::lucas_test_arguments& a) {
  constexpr int warp = kernels::warp_threads;
  for_instance<4, 6>(a.team.limbs, "block of limbs", [&]<int Limbs>() {
    if (4 * a.team.threads <= warp)
      launcher.template run<kernels::lucas_test_kernel<Limbs, warp>>(1, 1, a);
    else
      launcher.template run<kernels::lucas_test_kernel<Limbs, 4 * warp>>(1, 1, a);
  });
}

}  // namespace gbi::exec
