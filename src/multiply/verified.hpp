/// \file
/// Products with wider digits than proven: one attempt, its verification, and the repair of a wrong product.
/// Repairs are launches that are queued at once and do nothing if the product is right, so the host does not
/// wait for the verdict. A result that is wrong in spite of its repair is a fault of the hardware, which the
/// operation's results carry on as their evidence.
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
/// Without a correction, or without memory for it, the host waits for the verdicts and repeats the attempt,
/// which then must not use anything that is kept.
/// \param kept is set if the result had to be repaired
void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again, const exec::doubt& kept = nullptr);

/// Runs a checked product, corrected as planned.
void run_checked(detail::engine& engine, const product& wanted, const plan::check_plan& check,
                 const attempt& first, const exec::doubt& kept = nullptr);

/// Runs the transform route with a verified plan.
void run_verified(detail::engine& engine, const product& wanted, const plan::product_plan& plan);

/// Checks problems, and marks the wrong ones in `verdicts`.
/// \param after_repair only those that are marked are checked again
/// \param report what the host is told, by an exec::open_record
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            kernels::verdict* verdicts, bool after_repair, const kernels::verdict_report& report);

/// Checks results that nobody repairs: one launch. If the relation does not hold, everything that the
/// innermost operation makes from now on has failed.
void check_relation(detail::engine& engine, const relation& right, const plan::check_plan& check);

}  // namespace gbi::products
