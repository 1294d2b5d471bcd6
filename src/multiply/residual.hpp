/// \file
/// The residual of a number after subtraction of a product that nearly equals it: the remainder of a division
/// or a root, or the residual of Newton's iteration. The leading limbs of the product are known. So a
/// transform for as many limbs as the residual has is enough: it gives the product modulo 2^(64 k) + 1.
#pragma once

#include <cstdint>

#include "src/multiply/pieces.hpp"
#include "src/plan/residual_plan.hpp"

namespace gbi::products {

/// out = c - a b, where 0 <= c - a b < 2^(64 out.count) is known, for `batch` problems. out overlaps no
/// operand. Equal spans make a square.
struct residual {
  kernels::limb_span a, b, c;
  kernels::limb_target out;
  std::uint32_t batch = 1;
};

/// The shape that the planner needs.
plan::product_shape shape_of(const residual& wanted);

/// Computes it with a transform that wraps around, one problem after the other. With wide digits, the
/// relation a b + out = c is checked modulo a prime, and a wrong result is computed again. \param kept_b the
/// transform of b with the plan's digits, if it was kept
void execute(detail::engine& engine, const plan::residual_plan& plan, const residual& wanted,
             const spectrum* kept_b = nullptr);

/// Computes it from the whole product.
void run_whole(detail::engine& engine, const residual& wanted);

/// Plans and executes, by the faster of the two ways.
void run_residual(detail::engine& engine, const residual& wanted);

}  // namespace gbi::products
