/// \file
/// The exact route: transforms over GF((2^31 - 1)^2) and GF((2^61 - 1)^2).
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

/// Computes a batch whose workspace fits. For each of both moduli: fft columns of both operands, rows of both
/// with the pointwise product, fft columns back. The last pass modulo 2^61 - 1 finds the coefficients, which
/// are then normalised.
void run_exact(detail::engine& engine, const product& wanted, const plan::fft_shape& shape);

}  // namespace gbi::products
