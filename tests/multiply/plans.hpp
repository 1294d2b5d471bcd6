/// \file
/// Plans whatever the planner would choose.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::test {

/// A product by these transforms, as the engine plans the rest of it.
inline plan::product_plan plan_by(detail::engine& engine, const products::product& what,
                                  const plan::piece_plan& transforms) {
  return plan::plan_by_transforms(engine.tuning(), engine.verifier().mode(), products::shape_of(what),
                                  transforms);
}
inline plan::product_plan plan_by(detail::engine& engine, const products::product& what,
                                  const plan::fft_plan& transform) {
  return plan_by(engine, what, plan::piece_plan{transform, what.a.count, 1});
}

/// The same, wrong ones computed again in this way.
inline plan::product_plan plan_by(detail::engine& engine, const products::product& what,
                                  const plan::fft_plan& transform, plan::repair again) {
  plan::product_plan result = plan_by(engine, what, transform);
  result.check.again = again;
  if (again == plan::repair::by_transform) result.check.proven = plan::choose_fft(what.a.count, what.b.count);
  return result;
}

}  // namespace gbi::test
