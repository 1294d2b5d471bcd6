/// \file
/// The residual of a number after subtracting a product that nearly equals it: the remainder of a division or
/// a root, or the residual of Newton's iteration. The leading limbs of the product are known, so a transform
/// for only as many limbs as the residual has is enough. It gives the product modulo 2^(64 k) + 1.
#pragma once

#include <cstdint>

#include "src/multiply/pieces.hpp"
#include "src/plan/residual_plan.hpp"

namespace gbi::products {

/// out = c - a b, where 0 <= c - a b < 2^(64 out.count) is known, for `batch` problems. out must not overlap
/// an operand. If a and b are the same span, the product is a square.
struct residual {
  kernels::limb_span a, b, c;
  kernels::limb_target out;
  std::uint32_t batch = 1;
  const spectrum* kept_b = nullptr;  ///< the kept transform of b with the plan's digits
};

/// The shape of the residual for the planner.
plan::product_shape shape_of(const residual& wanted);

/// Computes the residual with a transform that wraps around, one problem after the other. With wide digits,
/// the relation a b + out = c is checked modulo a prime, and a wrong result is computed again.
void execute(detail::engine& engine, const plan::residual_plan& plan, const residual& wanted);

/// Computes the residual from the whole product.
void run_whole(detail::engine& engine, const residual& wanted);

/// Plans the residual and computes it by the faster of the two methods.
void run_residual(detail::engine& engine, const residual& wanted);

}  // namespace gbi::products
