/// \file
/// Products by coprime moduli (docs/decisions/0036): right-angle products that wrap around modulo
/// 2^(64 k) + 1, k halved from one to the next, a whole product for what is left over, and linear passes that
/// reduce the operands and lift the residues. The product is checked once, at the end.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

/// Computes one product that is not truncated, as plan.moduli says. It is verified. A wrong product is
/// computed again with other digits, for which the host waits.
void run_moduli(detail::engine& engine, const product& wanted, const plan::product_plan& plan);

}  // namespace gbi::products
