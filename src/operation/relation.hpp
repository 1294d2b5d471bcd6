/// \file
/// Relations that right results on the device satisfy, evaluated modulo a random prime of 61 bits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "kernels/verify/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/check_plan.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::operation {

/// The relation a b 2^twos + rest = sum. An empty b counts as 1, an empty rest as 0. If a and b are the same
/// span, the product is a square.
struct relation {
  kernels::limb_span a, b = {nullptr, 0, 0}, sum, rest = {nullptr, 0, 0};
  std::uint64_t twos = 0;
  kernels::dropped_bits dropped = {};  ///< instead of rest
  std::uint32_t batch = 1;
  /// Sign words of a, b, sum and rest; null: not negative. Only for a batch of one.
  std::array<const limb*, 4> signs = {};
  /// A bound that the rest must stay below. Only for a batch of one.
  kernels::rest_bound bound = {};
  /// The prime, if other parts of the check depend on it; null: the current prime.
  std::shared_ptr<const faults::checksum_table> table = nullptr;
};

/// Queues the launch that checks problems and marks the wrong ones in `verdicts`.
/// \param after_repair checks only marked problems, a second time
/// \param report reports to the host, through an faults::open_record
void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            const faults::verifier::lease& verdicts, bool after_repair,
            const kernels::verdict_report& report);

/// Computes the problems, and records their rounding in the verdicts.
using computation = process::function_ref<void(kernels::verdict*)>;
/// Computes wrong problems again. Does nothing if the gate has nothing to repair.
using correction = process::function_ref<void(const kernels::repair_gate&)>;

/// Runs a computation that may round, checks it as planned, and lets the correction compute wrong problems
/// again. Without a correction, or without memory for it, the host waits for the verdicts and repeats the
/// computation, which then must not use cached data.
/// \param suspect set if the result had to be repaired
void run_corrected(detail::engine& engine, const relation& right, const plan::check_plan& check,
                   const computation& first, const correction& again,
                   const faults::suspect_flag& suspect = nullptr);

/// Runs an exact computation and evaluates its relation in one more launch. The parts of the result need no
/// checks of their own. If the relation fails, the host executor computes the result again. On a device with
/// its own memory, everything that the innermost operation makes from then on is known to be wrong.
/// \param compute must not use cached data when it is called again
/// \param suspect read after the computation, and set if the result was wrong: the cached data may be the
/// cause
void run_checked(detail::engine& engine, const relation& right, process::function_ref<void()> compute,
                 const faults::suspect_flag& suspect = nullptr);

}  // namespace gbi::operation
