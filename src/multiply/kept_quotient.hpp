/// \file
/// The data that repeated quotients by one divisor keep.
#pragma once

#include "src/multiply/residual.hpp"

namespace gbi::products {

/// The transforms of one divisor v and of its whole reciprocal x, and the plans of the products that use
/// them.
struct kept_quotient {
  kept_quotient(detail::engine& engine, const plan::planned_product& of_estimate,
                const plan::residual_plan& of_remainder, const kernels::limb_span& x,
                const plan::fft_plan& of_x, const kernels::limb_span& v)
      : estimate(of_estimate),
        remainder(of_remainder),
        reciprocal(engine, x, of_x),
        divisor(engine, v, of_remainder.fft) {}

  /// Queues the product with the reciprocal, then the residual with the divisor.
  void run(detail::engine& engine, product of_estimate, residual of_remainder) const {
    const auto by_reciprocal = reciprocal.get(engine), by_divisor = divisor.get(engine);
    of_estimate.kept_b = by_reciprocal.get();
    execute(engine, estimate, of_estimate);
    of_remainder.kept_b = by_divisor.get();
    execute(engine, remainder, of_remainder);
  }

  plan::planned_product estimate;
  plan::residual_plan remainder;
  kept_spectrum reciprocal, divisor;
};

}  // namespace gbi::products
