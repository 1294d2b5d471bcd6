/// \file
/// Plans that a test chooses, whatever the planner prefers.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::test {

/// A product by these transforms. The engine plans the rest.
inline plan::product_plan plan_by(detail::engine& engine, const products::product& product,
                                  const plan::piece_plan& transforms) {
  return plan::plan_by_transforms(engine.tuning(), engine.verifier().mode(), products::shape_of(product),
                                  transforms);
}
inline plan::product_plan plan_by(detail::engine& engine, const products::product& product,
                                  const plan::fft_plan& transform) {
  return plan_by(engine, product, plan::piece_plan{transform, product.a.count, 1});
}

/// The same plan, with the given kind of repair for wrong products.
inline plan::product_plan plan_by(detail::engine& engine, const products::product& product,
                                  const plan::fft_plan& transform, plan::repair again) {
  plan::product_plan result = plan_by(engine, product, transform);
  result.check.again = again;
  if (again == plan::repair::by_transform)
    result.check.proven = plan::choose_fft(product.a.count, product.b.count);
  return result;
}

}  // namespace gbi::test
