/// \file
/// Relations between numbers on the device that hold for right results, checked modulo a random prime.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "kernels/verify/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/product_plan.hpp"

namespace gbi::ground {

/// The relation a b + rest = sum. An empty b counts as 1, an empty rest as 0. Equal spans make a square.
struct relation {
  kernels::limb_span a, b, sum, rest = {nullptr, 0, 0};
  std::uint32_t batch = 1;
  /// Words with the signs of a, b, sum and rest; null: not negative. For a batch of one.
  std::array<const limb*, 4> signs = {};
  /// What the rest must not reach. For a batch of one.
  kernels::rest_bound bound = {};
  /// The prime, if other parts of the check depend on it; else the current one.
  std::shared_ptr<const tables::residue_table> table = nullptr;
};

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

/// Runs an attempt at a result that is no product, and repeats it if the relation does not hold. Its parts
/// need no checks of their own. The host waits.
void run_checked(detail::engine& engine, const relation& right, const std::function<void()>& compute);

/// The same without a wait: on a device with memory of its own a wrong result is not computed again, and
/// fails.
/// \param kept is read after the attempt, and set if the result was wrong there: it may be what is wrong
void run_checked_alone(detail::engine& engine, const relation& right, const std::function<void()>& compute,
                       const exec::doubt& kept = nullptr);

/// Runs a launch that checks its own result. compute(report) queues it. If the result is wrong, it is
/// computed again where launches are complete when they return; elsewhere it fails.
template <class Compute>
void run_self_checked(detail::engine& engine, Compute&& compute) {
  if (engine.executor().memory_is_host()) {
    const exec::open_record first(engine.ledger());
    compute(first.alone());
    if (!first.failed()) return;
  }
  exec::open_record record(engine.ledger());
  compute(record.alone());
  record.queued();
}

/// Runs a launch that compares numbers modulo the prime: compute(arguments) queues it. If the relation does
/// not hold, everything that the innermost operation makes from now on has failed.
void check_by_launch(detail::engine& engine, const relation& right,
                     const std::function<void(const kernels::verify_arguments&)>& compute);

/// Checks problems, and marks the wrong ones in `verdicts`.
/// \param after_repair only those that are marked are checked again
/// \param report what the host is told, by an exec::open_record
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            kernels::verdict* verdicts, bool after_repair, const kernels::verdict_report& report);

/// Checks results that nobody repairs: one launch. If the relation does not hold, everything that the
/// innermost operation makes from now on has failed.
/// \param kept is set then
void check_relation(detail::engine& engine, const relation& right, const plan::check_plan& check,
                    const exec::doubt& kept = nullptr);

/// 2^exponent modulo the prime of the table, in device memory.
exec::buffer<limb> power_of_two(detail::engine& engine, const tables::residue_table& table,
                                std::uint64_t exponent);

}  // namespace gbi::ground
