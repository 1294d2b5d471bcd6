/// \file
/// Grids of the kernels for sums, comparisons and shifts.
#pragma once

#include "kernels/arithmetic/add.hpp"
#include "kernels/arithmetic/bit_counts.hpp"
#include "kernels/arithmetic/bitwise.hpp"
#include "kernels/arithmetic/compare.hpp"
#include "kernels/arithmetic/random_limbs.hpp"
#include "kernels/arithmetic/remainders.hpp"
#include "kernels/arithmetic/report.hpp"
#include "kernels/arithmetic/residual.hpp"
#include "kernels/arithmetic/shift.hpp"
#include "kernels/arithmetic/word_checksum.hpp"
#include "src/exec/grids/reduction.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::add_arguments& a) {
  run_blocks<kernels::add_kernel>(launcher, a.rule.comparers + a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::residual_arguments& a) {
  run_blocks<kernels::residual_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::compare_arguments& a) {
  run_reduction<kernels::compare_kernel>(launcher, larger_of(a.a.count, a.b.count), a,
                                         &kernels::compare_arguments::order);
}
void run_grid(auto& launcher, const kernels::significant_arguments& a) {
  run_reduction<kernels::significant_kernel>(launcher, a.a.count, a, &kernels::significant_arguments::result);
}
void run_grid(auto& launcher, const kernels::report_arguments& a) {
  run_blocks<kernels::report_kernel>(launcher, 1, a);
}
void run_grid(auto& launcher, const kernels::shift_arguments& a) {
  run_items<kernels::shift_kernel>(launcher, a.out.count, a);
}

void run_grid(auto& launcher, const kernels::lowest_one_arguments& a) {
  run_reduction<kernels::lowest_one_kernel>(launcher, a.end_limb - a.first_limb, a,
                                            &kernels::lowest_one_arguments::result);
}

/// At least one block, which writes the sign.
void run_grid(auto& launcher, const kernels::bitwise_arguments& a) {
  run_items<kernels::bitwise_kernel, kernels::bitwise_kernel::tile_limbs>(launcher, larger_of(1, a.out.count),
                                                                          a);
}

void run_grid(auto& launcher, const kernels::ones_arguments& a) {
  const bool is_one = a.f == kernels::bit_function::first && a.a.sign == nullptr;
  const auto run = [&]<class Kernel>() {
    run_reduction<Kernel>(launcher, a.end_limb, a, &kernels::ones_arguments::result);
  };
  return is_one ? run.template operator()<kernels::ones_of_one_kernel>()
                : run.template operator()<kernels::ones_kernel>();
}

void run_grid(auto& launcher, const kernels::digest_arguments& a) {
  run_reduction<kernels::digest_kernel>(launcher, a.a.count, a, &kernels::digest_arguments::result);
}

void run_grid(auto& launcher, const kernels::remainders_arguments& a) {
  run_items<kernels::remainders_kernel, kernels::remainders_kernel::moduli>(launcher, a.count, a);
}

/// At least one block, which writes the sign. Limbs that begin at an odd place may touch one pair more.
void run_grid(auto& launcher, const kernels::random_arguments& a) {
  using kernel = kernels::random_kernel;
  run_items<kernel, kernel::tile_limbs>(launcher, larger_of(1, a.out.count + a.first_limb % 2), a);
}

/// Threads get few limbs, as long as that makes at most two blocks for each multiprocessor.
void run_grid(auto& launcher, const kernels::word_checksum_arguments& a) {
  const std::uint64_t limbs = a.a.count, most = 2 * larger_of(launcher.multiprocessors(), 8);
  const auto run = [&]<int LimbsOfThread>() {
    using kernel = kernels::word_checksum_kernel<LimbsOfThread>;
    run_items<kernel, kernel::tile_limbs>(launcher, limbs, a);
  };
  if (blocks_for(limbs, kernels::word_checksum_kernel<16>::tile_limbs) <= most)
    run.template operator()<16>();
  else if (blocks_for(limbs, kernels::word_checksum_kernel<64>::tile_limbs) <= most)
    run.template operator()<64>();
  else
    run.template operator()<256>();
}

}  // namespace gbi::exec
