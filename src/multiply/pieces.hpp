/// \file
/// Products by a transform that is kept: of an operand that is used again, or by all pieces of a longer one.
#pragma once

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"

namespace gbi::products {

/// The transform of an operand with the digits of a plan that has column passes; where the plan is verified
/// they are recoded with a seed of their own.
struct spectrum {
  plan::fft_plan plan;
  exec::buffer<kernels::complex<double>> values;
};

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan);

/// One product that is not truncated, its longer operand cut as the plan says. With `kept_b` a is the one
/// that is cut, and b is not transformed again.
void run_pieces(detail::engine& engine, product what, const plan::product_plan& plan, const spectrum* kept_b);

/// One attempt at it, a being cut and b read from its spectrum.
/// \param verdict where all pieces measure their rounding, if the plan is verified
void attempt_pieces(detail::engine& engine, const product& what, const plan::product_plan& plan,
                    const spectrum& b, kernels::verdict* verdict);

}  // namespace gbi::products
