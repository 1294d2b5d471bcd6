/// \file
/// How operations on numbers run. An operation is a struct that says what it is:
///
///     name()         for profilers and errors
///     operands()     a tuple of references; their sizes name the operation in a profiler
///     fits_words()   whether the calling thread computes it in host words (the memory of short numbers)
///     in_words()     the result, computed in host words
///     known()        optional: a result that takes no launches
///     description()  optional: what an error for lack of memory says before its reason
///     launches       its form on the device. Made from the operation; it reads the operands and takes memory
///                    for the results:
///       queue()      queues the launches. Called again after a fault, when it must not use cached data
///       states()     the relation that right results satisfy (relation.hpp)
///       doubted()    optional: set if the result was wrong, because cached data may be the cause
///       value()      the results
///
/// perform() alone chooses between host words and the device, opens the scope of the operation, and evaluates
/// the relation if every result is to be checked.
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "src/exec/operation.hpp"
#include "src/ground/room.hpp"
#include "src/operation/relation.hpp"

namespace gbi::operation {

/// Queues the launches of an operation, and the evaluation of its relation with verification::all.
template <class Launches>
void queue(Launches& launches, bool checked) {
  if (!checked) return launches.queue();
  exec::doubt doubted;
  if constexpr (requires { launches.doubted(); }) doubted = launches.doubted();
  run_checked(
      launches.engine(), launches.states(), [&] { launches.queue(); }, doubted);
}

/// Computes an operation on the device. Operations that are part of it are not checked by themselves.
/// \throws out_of_memory with the description of the operation
template <class Operation>
auto perform_on_device(const Operation& wanted, detail::engine& engine) {
  const auto compute = [&] {
    const bool checked = engine.verifier().checks_all();
    std::optional<tables::verifier::covered> parts;
    if (checked) parts.emplace();
    typename Operation::launches launches(wanted, checked);
    queue(launches, checked);
    return launches.value();
  };
  if constexpr (requires { wanted.description(); })
    return ground::naming(compute, [&] { return wanted.description(); });
  else
    return compute();
}

/// Computes an operation. The operands live in the same context.
template <class Operation>
auto perform(const Operation& wanted) {
  if (wanted.fits_words()) return wanted.in_words();
  const auto operands = wanted.operands();
  const auto scope =
      std::apply([&](const auto&... of) { return exec::operation(wanted.name(), of...); }, operands);
  if constexpr (requires { wanted.known(); })
    if (auto result = wanted.known()) return *std::move(result);
  return perform_on_device(wanted, *detail::number_of(std::get<0>(operands))->owner());
}

}  // namespace gbi::operation
