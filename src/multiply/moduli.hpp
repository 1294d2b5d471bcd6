/// \file
/// Products by coprime moduli (docs/decisions/0036): right-angle products that wrap around modulo 2^(64 k) +
/// 1, where k halves from each to the next, a whole product for the remaining factor, and linear passes that
/// reduce the operands and lift the residues. The product is checked once, at the end.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

/// Computes and verifies one product that is not truncated, according to plan.moduli. A wrong product is
/// computed again with other digits, for which the host waits.
void run_moduli(detail::engine& engine, const product& wanted, const plan::product_plan& plan);

}  // namespace gbi::products
