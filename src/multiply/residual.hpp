/// \file
/// What is left of a number when a product that nearly is that number is taken away: the remainder of a
/// division or a root, the residual of Newton's iteration. As the leading limbs of the product are known, a
/// transform for as many limbs as are left is enough: it gives the product modulo 2^(64 k) + 1.
#pragma once

#include <cstdint>
#include <optional>

#include "src/multiply/pieces.hpp"
#include "src/plan/wrapped.hpp"

namespace gbi::products {

/// out = c - a b, of which is known that 0 <= c - a b < 2^(64 out.count), for `batch` problems; out overlaps
/// no operand. Equal spans make a square.
struct residual {
  kernels::limb_span a, b, c;
  kernels::limb_target out;
  std::uint32_t batch = 1;
};

/// Problem g of a batch.
residual problem_of(residual what, std::uint32_t g);

/// The transform that is long enough for what is left, if it is there and worth it: for long numbers, and
/// products that are clearly longer.
std::optional<plan::fft_plan> plan_residual(detail::engine& engine, const residual& what);

/// Whether factors of so many products, with so much left, should keep their transforms.
bool keeps_transforms(detail::engine& engine, std::size_t limbs_left);

/// With such a plan, one problem after the other. What comes of wide digits is checked as a b + out = c
/// modulo a prime, and computed again if it is wrong. \param kept_b the transform of b with this plan, if it
/// is there already
void run_wrapped(detail::engine& engine, const residual& what, const plan::fft_plan& plan,
                 const spectrum* kept_b = nullptr);

/// By the whole product.
void run_whole(detail::engine& engine, const residual& what);

/// Whichever way is faster.
void run_residual(detail::engine& engine, const residual& what);

}  // namespace gbi::products
