/// \file
/// Grids of products and modular arithmetic on batches: teams within a warp, or teams of up to a block of 256
/// threads.
#pragma once

#include "kernels/modular/byte_power.hpp"
#include "kernels/modular/column_product.hpp"
#include "kernels/modular/field_program.hpp"
#include "kernels/modular/lucas_test.hpp"
#include "kernels/modular/multiply_bytes.hpp"
#include "kernels/modular/power.hpp"
#include "kernels/modular/quotient_product.hpp"
#include "kernels/modular/strong_test.hpp"
#include "kernels/modular/test_parameters.hpp"
#include "kernels/modular/thread_product.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

/// Runs body.operator()<Limbs, Threads>() for the limbs of a thread and the threads of a team's block.
template <class Body>
void for_team(const kernels::team_shape& team, Body&& body) {
  if (team.threads > kernels::warp_threads)
    return for_instance<4>(team.limbs, "block of limbs in a large team",
                           [&]<int Limbs>() { body.template operator()<Limbs, 256>(); });
  for_instance<2, 4, 6, 8, 12>(team.limbs, "block of limbs", [&]<int Limbs>() {
    body.template operator()<Limbs, kernels::warp_threads>();
  });
}

/// Runs body.operator()<Limbs>() for the limbs of a thread that computes with a whole element.
template <class Body>
void for_thread(int limbs, Body&& body) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    for_instance<kernels::thread_limbs[I]...>(limbs, "limbs of a thread", body);
  }
  (std::make_index_sequence<length_of(kernels::thread_limbs)>{});
}

template <class Kernel>
void run_teams(auto& launcher, const typename Kernel::arguments& a) {
  const auto teams = static_cast<std::uint64_t>(Kernel::threads / a.team.threads);
  run_blocks<Kernel>(launcher, blocks_for(a.elements, teams), a);
}

/// Selects the instance of a kernel for an arithmetic. Where threads are vector elements, teams of words are
/// narrow (batch_tuning::narrow_words).
template <template <class, int, int> class Kernel, int Limbs, int Threads, class Launcher>
void run_arithmetic(Launcher& launcher, kernels::arithmetic how, const auto& a) {
  if (how == kernels::arithmetic::doubles)
    run_teams<Kernel<kernels::by_doubles, Limbs, Threads>>(launcher, a);
  else if constexpr (machine_of<Launcher> == kernels::machine::threads || Limbs == 4)
    run_teams<Kernel<kernels::by_words, Limbs, Threads>>(launcher, a);
  else
    refuse("no arithmetic of words with ", Limbs, " limbs in a thread");
}

/// Selects the instance of a kernel for an arithmetic and a team.
template <template <class, int, int> class Kernel>
void run_modular(auto& launcher, kernels::arithmetic how, const auto& a) {
  for_team(a.team,
           [&]<int Limbs, int Threads>() { run_arithmetic<Kernel, Limbs, Threads>(launcher, how, a); });
}

/// Products by bytes, in runs of 32 limbs or of 64.
template <class Kernel>
void run_groups(auto& launcher, const kernels::batch_product_arguments& a) {
  run_blocks<Kernel>(launcher, blocks_for(Kernel::groups(a.elements), Kernel::groups_of_block(a.elements)),
                     a);
}
void run_by_bytes(auto& launcher, const kernels::batch_product_arguments& a) {
  const std::uint64_t limbs = larger_of(a.a.count, a.b.count);
  if (a.team.limbs == 32 && limbs <= 32)
    return run_groups<kernels::batch_byte_product_kernel<256, 1, 8, 4, 8>>(launcher, a);
  if (a.team.limbs == 64 && limbs <= 64)
    return run_groups<kernels::batch_byte_product_kernel<512, 1, 8, 2, 8>>(launcher, a);
  if (a.team.limbs == 64 && limbs <= 128)
    return run_groups<kernels::batch_byte_product_kernel<512, 2, 8, 2, 8>>(launcher, a);
  // There is no room for limbs copied ahead.
  if (a.team.limbs == 64 && limbs <= 256)
    return run_groups<kernels::batch_byte_product_kernel<512, 4, 4, 3, 1>>(launcher, a);
  refuse("no product by bytes of ", limbs, " limbs in runs of ", a.team.limbs);
}

/// Teams use blocks of 2, 4 or 6 limbs.
void run_grid(auto& launcher, const kernels::batch_product_arguments& a) {
  if (a.order == kernels::product_order::bytes) return run_by_bytes(launcher, a);
  if (a.order == kernels::product_order::threads)
    return for_thread(a.team.limbs, [&]<int Limbs>() {
      run_items<kernels::thread_product_kernel<Limbs>>(launcher, a.elements, a);
    });
  if (a.team.threads > kernels::warp_threads)
    return for_instance<4>(a.team.limbs, "block of limbs in a large team", [&]<int Limbs>() {
      run_teams<kernels::batch_product_kernel<Limbs, 256>>(launcher, a);
    });
  for_instance<2, 4, 6>(a.team.limbs, "block of limbs", [&]<int Limbs>() {
    run_teams<kernels::batch_product_kernel<Limbs, kernels::warp_threads>>(launcher, a);
  });
}

void run_grid(auto& launcher, const kernels::montgomery_arguments& a) {
  run_modular<kernels::montgomery_kernel>(launcher, a.how, a);
}
void run_grid(auto& launcher, const kernels::mul_mod_arguments& a) {
  run_modular<kernels::mul_mod_kernel>(launcher, a.modulus.how, a);
}
void run_grid(auto& launcher, const kernels::quotient_product_arguments& a) {
  for_thread(a.limbs, [&]<int Limbs>() {
    run_items<kernels::quotient_product_kernel<Limbs>>(launcher, a.elements, a);
  });
}
void run_grid(auto& launcher, const kernels::pow_mod_arguments& a) {
  run_modular<kernels::pow_mod_kernel>(launcher, a.modulus.how, a);
}

/// Runs of 32 limbs keep more warps busy than runs of 64.
void run_grid(auto& launcher, const kernels::byte_power_arguments& a) {
  for_instance<128, 192, 256>(static_cast<int>(a.limbs), "limbs of a power by bytes", [&]<int Limbs>() {
    constexpr int run = Limbs <= 128 ? 32 : 64;
    run_blocks<kernels::byte_power_kernel<8 * run, Limbs / run>>(launcher, a.elements, a);
  });
}

/// Primality tests and programs use teams of up to a warp, with 4 or 6 limbs in a thread.
template <template <class, int, int> class Kernel>
void run_in_warps(auto& launcher, const auto& a) {
  for_instance<4, 6>(a.team.limbs, "block of limbs", [&]<int Limbs>() {
    run_arithmetic<Kernel, Limbs, kernels::warp_threads>(launcher, a.modulus.how, a);
  });
}
void run_grid(auto& launcher, const kernels::strong_test_arguments& a) {
  run_in_warps<kernels::strong_test_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::field_program_arguments& a) {
  run_in_warps<kernels::field_program_kernel>(launcher, a);
}

/// Four teams for each number.
void run_grid(auto& launcher, const kernels::lucas_test_arguments& a) {
  constexpr int warp = kernels::warp_threads;
  for_instance<4, 6>(a.team.limbs, "block of limbs", [&]<int Limbs>() {
    const auto run = [&]<int Threads>() {
      using kernel = kernels::lucas_test_kernel<Limbs, Threads>;
      const auto numbers = static_cast<std::uint64_t>(Threads / (kernel::lanes * a.team.threads));
      run_blocks<kernel>(launcher, blocks_for(a.elements, numbers), a);
    };
    if (4 * a.team.threads <= warp)
      run.template operator()<warp>();
    else
      run.template operator()<4 * warp>();
  });
}

}  // namespace gbi::exec
