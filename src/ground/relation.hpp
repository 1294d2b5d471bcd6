/// \file
/// Checks of results on the device: relations between operands and results, evaluated modulo a random prime.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "kernels/normalize/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/product_plan.hpp"

namespace gbi::ground {

/// The relation a b + rest = sum. An empty b counts as 1, an empty rest as 0. If a and b are the same span,
/// the product is a square.
struct relation {
  kernels::limb_span a, b, sum, rest = {nullptr, 0, 0};
  std::uint32_t batch = 1;
  /// Sign words of a, b, sum and rest; null: not negative. Only for a batch of one.
  std::array<const limb*, 4> signs = {};
  /// A bound that the rest must stay below. Only for a batch of one.
  kernels::rest_bound bound = {};
  /// The prime, if other parts of the check depend on it; null: the current prime.
  std::shared_ptr<const tables::residue_table> table = nullptr;
};

/// Computes the problems, and records their rounding in the verdicts.
using attempt = std::function<void(kernels::verdict*)>;
/// Computes wrong problems again. Does nothing if the gate has nothing to repair.
using correction = std::function<void(const kernels::repair_gate&)>;

/// Runs the attempt, checks the relation, and lets the correction compute wrong problems again. Without a
/// correction, or without memory for it, the host waits for the verdicts and repeats the attempt, which then
/// must not use cached data.
/// \param kept set if the result had to be repaired
void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again, const exec::doubt& kept = nullptr);

/// Runs an attempt at a result that is not a product, and repeats it if the relation fails. The parts of the
/// result need no checks of their own. The host waits.
void run_checked(detail::engine& engine, const relation& right, const std::function<void()>& compute);

/// As above, without waiting: on a device with its own memory, a wrong result is not computed again, but
/// fails.
/// \param kept read after the attempt, and set if the result was wrong on such a device: the cached data may
/// be the cause
void run_checked_alone(detail::engine& engine, const relation& right, const std::function<void()>& compute,
                       const exec::doubt& kept = nullptr);

/// Runs a launch that checks its own result; compute(report) queues the launch. A wrong result is computed
/// again on executors whose launches are complete when they return; elsewhere it fails.
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

/// Runs a launch that adds the residues of a product and its factors; compute(arguments) queues the launch. A
/// later launch decides. If the relation fails, everything that the innermost operation makes from now on is
/// wrong. Not for executors whose launches are complete when they return.
void check_by_launch(detail::engine& engine, const relation& right,
                     const std::function<void(const kernels::residue_check&)>& compute);

/// Checks problems and marks the wrong ones in `verdicts`.
/// \param after_repair checks only marked problems, a second time
/// \param report reports to the host, through an exec::open_record
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            const tables::verifier::lease& verdicts, bool after_repair,
            const kernels::verdict_report& report);

/// Checks results that are not repaired, in one launch. If the relation fails, everything that the innermost
/// operation makes from now on is wrong.
/// \param kept set if the relation fails
void check_relation(detail::engine& engine, const relation& right, const plan::check_plan& check,
                    const exec::doubt& kept = nullptr);

/// 2^exponent modulo the prime of the table, in device memory.
exec::buffer<limb> power_of_two(detail::engine& engine, const tables::residue_table& table,
                                std::uint64_t exponent);

}  // namespace gbi::ground
