/// \file
/// Grids of the map kernels (kernels/model/kernel.hpp) of all rooms: one thread for each index. Their
/// arguments name them.
#pragma once

#include <concepts>

#include "kernels/batch/divide.hpp"
#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclid.hpp"
#include "kernels/distribute/rows.hpp"
#include "kernels/distribute/strips.hpp"
#include "kernels/radix/bits.hpp"
#include "kernels/radix/leaves.hpp"
#include "kernels/radix/residue.hpp"
#include "kernels/sieve/sieve.hpp"
#include "kernels/tree/leaves.hpp"
#include "kernels/tree/series.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

template <class... Kernels>
struct maps {
  template <class Arguments>
  static constexpr bool has = (std::same_as<Arguments, typename Kernels::arguments> || ...);

  template <class Arguments>
  static void run(auto& launcher, const Arguments& a) {
    (run_if_own<Kernels>(launcher, a), ...);
  }

 private:
  template <class Kernel, class Arguments>
  static void run_if_own(auto& launcher, const Arguments& a) {
    if constexpr (std::same_as<Arguments, typename Kernel::arguments>) run_map<Kernel>(launcher, a);
  }
};

using all_maps =
    maps<kernels::batch_copy_kernel, kernels::batch_add_kernel, kernels::batch_compare_kernel,
         kernels::batch_mask_kernel, kernels::batch_select_kernel, kernels::batch_shift_kernel,
         kernels::batch_divide_kernel, kernels::batch_euclid_kernel, kernels::parse_leaves_kernel,
         kernels::parse_bits_kernel, kernels::format_bits_kernel, kernels::text_residue_kernel,
         kernels::word_leaves_kernel, kernels::gather_kernel, kernels::series_leaves_kernel,
         kernels::reduce_rows_kernel, kernels::pack_kernel, kernels::bias_kernel, kernels::sieve_kernel,
         kernels::select_primes_kernel, kernels::collect_primes_kernel, kernels::pair_products_kernel>;

template <class Arguments>
requires all_maps::has<Arguments>
void run_grid(auto& launcher, const Arguments& a) {
  all_maps::run(launcher, a);
}

}  // namespace gbi::exec
