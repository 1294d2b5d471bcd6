/// \file
/// In tiles: clear the columns, add the tiles, normalise. By columns (of digits or bytes), in one block, or
/// by one limb: a single kernel does everything.
#include "src/multiply/convolution.hpp"

#include "src/number/carry_chain.hpp"
#include "src/number/column_sum.hpp"

namespace gbi::products {

namespace {

std::size_t coefficients_of(const product& wanted) {
  return 2 * (wanted.a.count + wanted.b.count);
}

void add_columns(detail::engine& engine, const product& wanted, kernels::column_form form,
                 const kernels::repair_gate& repair) {
  numbers::run_column_sum_as(
      engine, {.a = wanted.a, .b = wanted.b, .out = wanted.out, .sign = wanted.sign, .repair = repair}, form,
      wanted.batch);
}

}  // namespace

void compute(detail::engine& engine, const product& wanted, const plan::routes::in_block&) {
  engine.executor().launch(
      kernels::short_product_arguments{wanted.a, wanted.b, wanted.out, wanted.sign, wanted.batch});
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::in_tiles&) {
  exec::executor& executor = engine.executor();
  const std::size_t count = coefficients_of(wanted);
  const auto coefficients = exec::cleared<std::int64_t>(executor, count * wanted.batch);
  // A tile takes one step for every two limbs of its first operand, so a short first operand saves steps.
  const bool a_is_shorter = wanted.a.count <= wanted.b.count;
  executor.launch(kernels::tile_arguments{a_is_shorter ? wanted.a : wanted.b,
                                          a_is_shorter ? wanted.b : wanted.a, coefficients.data(), count,
                                          count, wanted.batch});
  const numbers::carry_chain chain(engine.chains(), wanted.out.count, wanted.batch);
  executor.launch(kernels::normalize_arguments{coefficients.data(), count, count, 32, wanted.out.limbs,
                                               wanted.out.count, wanted.out.stride, chain.get(), wanted.sign,
                                               wanted.batch});
}

void repair_by_columns(detail::engine& engine, const product& wanted, const kernels::repair_gate& repair) {
  add_columns(engine, wanted, kernels::column_form::digits, repair);
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_columns&) {
  add_columns(engine, wanted, kernels::column_form::digits, {});
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_bytes& route) {
  add_columns(engine, wanted, route.columns, {});
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_limb&) {
  const bool a_is_limb = wanted.a.count == 1;
  const numbers::carry_chain chain(engine.chains(), wanted.out.count, wanted.batch);
  engine.executor().launch(kernels::limb_product_arguments{a_is_limb ? wanted.b : wanted.a,
                                                           a_is_limb ? wanted.a : wanted.b, wanted.out,
                                                           wanted.sign, chain.get(), wanted.batch});
}

}  // namespace gbi::products
