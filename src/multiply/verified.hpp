/// \file
/// Products with wider digits than proven: one attempt, its verification, and the repair of a wrong product.
/// Repairs are launches that are queued at once and do nothing if the product is right, so the host does not
/// wait for the verdict.
#pragma once

#include <functional>

#include "src/multiply/product.hpp"

namespace gbi::products {

/// The relation a b + rest = sum, which holds for correct results. An empty rest counts as 0. Equal spans
/// make a square.
struct relation {
  kernels::limb_span a, b, sum, rest = {nullptr, 0, 0};
  std::uint32_t batch = 1;
};
relation relation_of(const product& wanted);

/// Computes the problems and measures their rounding in the verdicts.
using attempt = std::function<void(kernels::verdict*)>;
/// Computes wrong problems again. Does nothing where the gate says nothing to repair.
using correction = std::function<void(const kernels::repair_gate&)>;

/// Runs the attempt, checks the relation, and computes wrong problems again. The correction does that.
/// Without a correction, or without memory for it, the host waits for the verdicts and repeats the attempt.
void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again);

/// Runs a checked product, corrected as planned.
void run_checked(detail::engine& engine, const product& wanted, const plan::check_plan& check,
                 const attempt& first);

/// Runs the transform route with a verified plan.
void run_verified(detail::engine& engine, const product& wanted, const plan::product_plan& plan);

/// Checks problems that were computed by transforms, and marks the wrong ones in `verdicts`.
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            kernels::verdict* verdicts, bool after_repair);

}  // namespace gbi::products
