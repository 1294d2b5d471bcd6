/// \file
/// Products by a kept transform: of an operand that is used again, or one shared by all pieces of a longer
/// operand.
#pragma once

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"

namespace gbi::products {

/// The transform of an operand, with the digits of a plan that has column passes. For a verified plan the
/// digits are recoded with a seed of their own.
struct spectrum {
  plan::fft_plan plan;
  exec::buffer<kernels::complex<double>> values;
};

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan);

/// Computes one product that is not truncated. Its longer operand is cut as the plan says. With `kept_b`, a
/// is the operand that is cut, and b is not transformed again.
void run_pieces(detail::engine& engine, product wanted, const plan::product_plan& plan,
                const spectrum* kept_b);

/// Makes one attempt at the product: a is cut, and b is read from its spectrum.
/// \param verdict receives the rounding of all pieces if the plan is verified
void attempt_pieces(detail::engine& engine, const product& wanted, const plan::product_plan& plan,
                    const spectrum& b, kernels::verdict* verdict);

}  // namespace gbi::products
