/// \file
/// Products by coprime moduli (docs/decisions/0036): right-angle products that wrap around modulo 2^(64 k) +
/// 1, where k halves from each to the next, a whole product for the remaining factor, and linear passes that
/// reduce the operands and lift the remainders. The product is checked once, at the end.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

/// A wrong product is computed again with other digits, for which the host waits.
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_fermat_moduli& route);

}  // namespace gbi::products
