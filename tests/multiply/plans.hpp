/// \file
/// Plans that a test chooses, whatever the planner prefers.
#pragma once

#include <variant>

#include "src/multiply/product.hpp"

namespace gbi::test {

/// A product by this transform. The engine plans the rest.
inline plan::planned_product plan_by(detail::engine& engine, const products::product& product,
                                     const plan::fft_plan& transform) {
  return engine.planner().by_transform(products::shape_of(product), transform);
}

/// A product by the pieces of a and a kept transform of b.
inline plan::planned_product plan_by(detail::engine& engine, const products::product& product,
                                     const plan::piece_plan& cut) {
  return engine.planner().in_pieces(products::shape_of(product), cut);
}

/// Changes the repair of a wrong product.
inline plan::planned_product with_repair(plan::planned_product plan, const plan::check_plan& check) {
  const auto change = [&](auto& route) {
    if constexpr (requires { route.check; }) route.check = check;
  };
  std::visit(change, plan.route);
  return plan;
}

/// The check of a verified product, with the given kind of repair.
inline plan::check_plan check_with(detail::engine& engine, const products::product& product,
                                   plan::repair again) {
  plan::check_plan check = engine.planner().check(products::shape_of(product));
  check.again = again;
  if (again == plan::repair::by_transform) check.proven = plan::choose_fft(products::shape_of(product));
  return check;
}

/// A product by this transform, with the given kind of repair.
inline plan::planned_product plan_by(detail::engine& engine, const products::product& product,
                                     const plan::fft_plan& transform, plan::repair again) {
  return with_repair(plan_by(engine, product, transform), check_with(engine, product, again));
}

}  // namespace gbi::test
