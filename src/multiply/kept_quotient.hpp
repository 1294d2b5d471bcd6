/// \file
/// The data that repeated quotients by one divisor keep.
#pragma once

#include "src/multiply/residual.hpp"

namespace gbi::products {

/// The transforms of one divisor v and of its whole reciprocal x, and the plans of the products that use
/// them.
struct kept_quotient {
  kept_quotient(detail::engine& engine, const plan::product_plan& of_estimate,
                const plan::residual_plan& of_remainder, const kernels::limb_span& x,
                const plan::fft_plan& of_x, const kernels::limb_span& v)
      : estimate(of_estimate),
        remainder(of_remainder),
        reciprocal(engine, x, of_x),
        divisor(engine, v, of_remainder.fft) {}

  plan::product_plan estimate;
  plan::residual_plan remainder;
  kept_spectrum reciprocal, divisor;
};

}  // namespace gbi::products
