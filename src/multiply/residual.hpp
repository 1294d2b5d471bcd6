/// \file
/// What is left of a number when a product that nearly is that number is taken away: the remainder of a
/// division or a root, the residual of Newton's iteration. As the leading limbs of the product are known, a
/// transform for as many limbs as are left is enough: it gives the product modulo 2^(64 k) + 1.
#pragma once

#include <cstdint>

#include "src/multiply/pieces.hpp"
#include "src/plan/residual_plan.hpp"

namespace gbi::products {

/// out = c - a b, of which is known that 0 <= c - a b < 2^(64 out.count), for `batch` problems; out overlaps
/// no operand. Equal spans make a square.
struct residual {
  kernels::limb_span a, b, c;
  kernels::limb_target out;
  std::uint32_t batch = 1;
};

/// What the planner needs to know.
plan::product_shape shape_of(const residual& what);

/// By a transform that wraps around, one problem after the other. What comes of wide digits is checked as
/// a b + out = c modulo a prime, and computed again if it is wrong.
/// \param kept_b the transform of b with the plan's digits, if it is there already
void execute(detail::engine& engine, const plan::residual_plan& plan, const residual& what,
             const spectrum* kept_b = nullptr);

/// By the whole product.
void run_whole(detail::engine& engine, const residual& what);

/// Plans and executes, whichever way is faster.
void run_residual(detail::engine& engine, const residual& what);

}  // namespace gbi::products
