/// \file
/// Grids of products and modular arithmetic on batches: teams within a warp, or of up to a block of 256
/// threads.
#pragma once

#include <stdexcept>

#include "kernels/modular/multiply.hpp"
#include "kernels/modular/power.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

/// The instance of a kernel for a team: `Kernel` maps limbs in a thread and threads in a block to it.
template <template <int, int> class Kernel, class Launcher, class Arguments>
void run_teams(Launcher& launcher, const Arguments& a) {
  const auto run = [&]<int Limbs, int Threads>() {
    const auto teams = static_cast<std::uint64_t>(Threads / a.team.threads);
    launcher.template run<Kernel<Limbs, Threads>>(blocks_for(a.elements, teams), 1, a);
  };
  if (a.team.threads > kernels::warp_threads && a.team.limbs == 4) return run.template operator()<4, 256>();
  if (a.team.threads <= kernels::warp_threads) {
    if (a.team.limbs == 2) return run.template operator()<2, 32>();
    if (a.team.limbs == 4) return run.template operator()<4, 32>();
    if (a.team.limbs == 6) return run.template operator()<6, 32>();
    if (a.team.limbs == 8) return run.template operator()<8, 32>();
    if (a.team.limbs == 12) return run.template operator()<12, 32>();
  }
  throw std::logic_error("no team of " + std::to_string(a.team.threads) + " threads of " +
                         std::to_string(a.team.limbs) + " limbs");
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

}  // namespace gbi::exec
