/// \file
/// Tiles: clear the columns, add the tiles, normalise. By columns, in one block, and by one limb: one kernel
/// that does it all.
#include "src/multiply/convolution.hpp"

#include "src/ground/carry_chain.hpp"
#include "src/ground/column_sum.hpp"

namespace gbi::products {

namespace {

std::size_t coefficients_of(const product& what) {
  return 2 * (what.a.count + what.b.count);
}

}  // namespace

void run_in_block(detail::engine& engine, const product& what) {
  engine.executor().launch(kernels::short_product_arguments{what.a, what.b, what.out, what.sign, what.batch});
}

void run_tiled(detail::engine& engine, const product& what) {
  exec::executor& executor = engine.executor();
  const std::size_t count = coefficients_of(what);
  const auto coefficients = exec::cleared<std::int64_t>(executor, count * what.batch);
  // A tile takes a step for every two limbs of its first operand: a short one leaves out the rest.
  const bool a_is_shorter = what.a.count <= what.b.count;
  executor.launch(kernels::tile_arguments{a_is_shorter ? what.a : what.b, a_is_shorter ? what.b : what.a,
                                          coefficients.data(), count, count, what.batch});
  const ground::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(kernels::normalize_arguments{coefficients.data(), count, count, 32, what.out.limbs,
                                               what.out.count, what.out.stride, chain.get(), what.sign,
                                               what.batch});
}

void run_columns(detail::engine& engine, const product& what, const kernels::gate& open) {
  ground::run_column_sum(engine, {.a = what.a, .b = what.b, .out = what.out, .sign = what.sign, .open = open},
                         what.batch);
}

void run_by_limb(detail::engine& engine, const product& what) {
  const bool a_is_limb = what.a.count == 1;
  const ground::carry_chain chain(engine.chains(), what.out.count, what.batch);
  engine.executor().launch(kernels::limb_product_arguments{a_is_limb ? what.b : what.a,
                                                           a_is_limb ? what.a : what.b, what.out, what.sign,
                                                           chain.get(), what.batch});
}

}  // namespace gbi::products
