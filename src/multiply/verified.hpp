/// \file
/// Products with wider digits than proven: one attempt, its verification, and what repairs a wrong product.
/// Repairs are launches that are queued at once and do nothing where the product is right: the host does not
/// wait for the verdict.
#pragma once

#include <functional>

#include "src/multiply/product.hpp"

namespace gbi::products {

/// a b + rest = sum, which holds for numbers that are right; without a rest where that is empty. Equal spans
/// make a square.
struct relation {
  kernels::limb_span a, b, sum, rest = {nullptr, 0, 0};
  std::uint32_t batch = 1;
};
relation relation_of(const product& what);

/// Measures its rounding in the verdicts.
using attempt = std::function<void(kernels::verdict*)>;
/// Does nothing behind a closed gate.
using correction = std::function<void(const kernels::gate&)>;

/// Runs the attempt, what checks the relation, and what computes wrong problems again: the correction or,
/// without that or without the memory for it, the same attempt, for which the host waits for the verdicts.
void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again);

/// The same for products, corrected as planned.
void run_checked(detail::engine& engine, const product& what, const plan::check_plan& check,
                 const attempt& first);

/// The transform route with a verified plan.
void run_verified(detail::engine& engine, const product& what, const plan::product_plan& plan);

/// Looks at problems that were computed by transforms, and says in `verdicts` which are wrong.
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            kernels::verdict* verdicts, bool after_repair);

}  // namespace gbi::products
