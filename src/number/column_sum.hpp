/// \file
/// Sums of a number and a product in one launch, batched. Nothing here waits for the device.
#pragma once

#include <cstdint>

#include "kernels/convolution/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/number/carry_chain.hpp"
#include "src/plan/planner.hpp"

namespace gbi::numbers {

/// The most limb products, over all problems of a batch, for which a sum is computed by columns.
inline double longest_column_sum(detail::engine& engine) {
  return engine.tuning().division.column_sum_limb_products;
}

/// Launches the sum with the given kind of columns. Fills in the chain.
inline void run_column_sum_as(detail::engine& engine, kernels::column_sum_arguments sum,
                              kernels::column_form form, std::uint32_t batch) {
  const carry_chain chain(carry_chain::tile_count{kernels::column_sum_tiles(sum.skip, sum.out.count, form)},
                          engine.chains(), batch);
  sum.chain = chain.get();
  sum.batch = batch;
  sum.form = form;
  engine.executor().launch(sum);
}

/// As above, with the planner's choice. Byte columns can neither halve nor repair.
inline void run_column_sum(detail::engine& engine, const kernels::column_sum_arguments& sum,
                           std::uint32_t batch) {
  const std::size_t settled = sum.skip + sum.out.count - kernels::first_limb_of_sum(sum.skip);
  const bool of_digits = sum.halved || sum.repair.verdicts != nullptr;
  const kernels::column_form form =
      of_digits ? kernels::column_form::digits
                : engine.planner().choose_columns({sum.a.count, sum.b.count, settled, batch});
  run_column_sum_as(engine, sum, form, batch);
}

/// out = c - a b modulo 2^(64 out.count).
inline void run_column_difference(detail::engine& engine, kernels::limb_span c, kernels::limb_span a,
                                  kernels::limb_span b, kernels::limb_target out, std::uint32_t batch) {
  run_column_sum(engine, {.a = a, .b = b, .c = c, .negated = true, .out = out}, batch);
}

/// out = a b / 2^(64 skip), rounded down. Omits the far lower columns, so the result may be one unit too
/// small.
inline void run_upper_product(detail::engine& engine, kernels::limb_span a, kernels::limb_span b,
                              std::uint64_t skip, kernels::limb_target out, std::uint32_t batch) {
  run_column_sum(engine, {.a = a, .b = b, .skip = skip, .out = out}, batch);
}

}  // namespace gbi::numbers
