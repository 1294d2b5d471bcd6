/// \file
/// Products by a transform that is kept: of an operand that is used again, or by all pieces of a longer one.
#pragma once

#include "src/multiply/right_angle.hpp"
#include "src/plan/pieces.hpp"

namespace gbi::products {

/// The transform of an operand with the digits of a plan that has column passes; where the plan is verified
/// they are recoded with a seed of their own.
struct spectrum {
  plan::fft_plan plan;
  exec::buffer<kernels::complex<double>> values;
};

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan);

/// One product, a being cut as the plan says and b read from its spectrum, which is of plan.fft. The result
/// is not truncated.
/// \param verdict where all pieces measure their rounding, if the plan is verified
void run_pieces(detail::engine& engine, const product& what, const plan::piece_plan& plan, const spectrum& b,
                kernels::verdict* verdict);

/// The same, and if the plan is verified what checks the product and repairs a wrong one.
void run_kept(detail::engine& engine, const product& what, const plan::piece_plan& plan, const spectrum& b);

}  // namespace gbi::products
