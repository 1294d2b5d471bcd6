/// \file
/// Products with wider digits than proven: one attempt, its verification, and the repair of a wrong product.
/// Repairs are launches that are queued at once and do nothing if the product is right, so the host does not
/// wait for the verdict. A result that is wrong despite its repair is a hardware fault, which the operation's
/// results carry as their evidence.
#pragma once

#include "src/multiply/product.hpp"
#include "src/operation/relation.hpp"

namespace gbi::products {

using operation::computation, operation::correction, operation::relation, operation::run_corrected;

/// a b = out, with the signs.
relation relation_of(const product& wanted);

/// Runs the computation of a product and corrects it as planned.
void run_corrected(detail::engine& engine, const product& wanted, const plan::check_plan& check,
                   const computation& first, const faults::suspect_flag& suspect = nullptr);

void compute(detail::engine& engine, const product& wanted,
             const plan::routes::by_verified_transforms& route);

}  // namespace gbi::products
