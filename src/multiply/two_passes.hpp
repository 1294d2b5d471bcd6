/// \file
/// Products in two passes over memory (kernels/fft/tall).
#pragma once

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::products {

/// The transform of an operand, for products with others.
exec::buffer<kernels::complex<double>> spectrum_in_two_passes(detail::engine& engine,
                                                              const kernels::limb_span& x,
                                                              const plan::fft_plan& plan);

/// Computes one product with verified digits. Digits are cut into tiles; tall columns of them, rows of both
/// operands with the pointwise product, and tall columns back touch memory once each.
/// \param spectrum_b spectrum_in_two_passes of b; null: b is transformed, too
/// \param verdicts receives the rounding errors
void run_in_two_passes(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                       const kernels::complex<double>* spectrum_b, kernels::verdict* verdicts);

}  // namespace gbi::products
