/// \file
/// Products with wider digits than proven: one attempt, its verification, and what repairs a wrong product.
#pragma once

#include "src/multiply/multiply.hpp"

namespace gbi::products {

/// Whether the transforms of a product of such operands may have digits that are not proven.
bool verifies(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b);

/// Runs `attempt`, which measures its rounding in the verdicts it is given, and what checks the products and
/// computes wrong ones again: with proven digits, queued at once, or, for products so long that no transform
/// has any, by another attempt, for which the host waits for the verdicts.
void run_checked(detail::engine& engine, const product& what,
                 const std::function<void(kernels::verdict*)>& attempt,
                 const std::optional<plan::fft_plan>& proven);

/// With a verified plan: run, verify, and what repairs a wrong product.
void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan,
                  bool recoded = true);

/// Looks at products that were computed by transforms, and says in `verdicts` which are wrong.
void verify(detail::engine& engine, const product& what, kernels::verdict* verdicts, bool after_repair);

}  // namespace gbi::products
