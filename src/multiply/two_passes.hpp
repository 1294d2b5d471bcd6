/// \file
/// Products in two passes over memory (kernels/fft/tall).
#pragma once

#include "src/multiply/product.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::products {

/// Computes one product with verified digits. Digits are cut into tiles; tall columns of them, rows of both
/// operands with the pointwise product, and tall columns back touch memory once each.
/// \param verdicts receives the rounding errors
void run_in_two_passes(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                       kernels::verdict* verdicts);

}  // namespace gbi::products
