/// \file
/// How operations run. An operation on numbers is a struct that says what it is:
///
///     name()         for profilers and errors
///     operands()     a tuple of references; their sizes name the operation in a profiler
///     fits_words()   optional: whether the calling thread computes it in host words
///     in_words()     with it: the result, computed in host words
///     known()        optional: a result that takes no launches
///     description()  optional: what an error for lack of memory says before its reason
///     launches       its form on the device. Made from the operation and from whether its relation will be
///                    evaluated; it reads the operands and takes memory for the results:
///       queue()      queues the launches. Called again after a fault, when it must not use cached data
///       states()     the relation that right results satisfy (relation.hpp). Without it, the launches check
///                    their own results, as products do
///       suspect()    optional: set if the result was wrong, because cached data may be the cause
///       value()      the results
///
/// perform() alone chooses between host words and the device, opens the scope of the operation, and evaluates
/// the relation if every result is to be checked.
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/operation/relation.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::operation {

/// Whether verification::all asks for the check of an operation that no check of a larger one covers.
inline bool is_checked(detail::engine& engine) {
  return engine.verifier().mode() == verification::all;
}

/// Queues launches, and with verification::all the evaluation of the relation that states() returns.
template <class States>
void queue(detail::engine& engine, const States& states, process::function_ref<void()> launch) {
  if (!is_checked(engine)) return launch();
  run_checked(engine, states(), launch);
}

/// Computes a result that is composed of other operations, in the scope of an operation with these operands.
/// With verification::all, `checked` computes it and checks it as a whole. Parts that this check covers are
/// computed while a faults::verifier::covered exists; all others are checked by themselves.
template <class Plain, class Checked, class... Operands>
auto compose(const char* name, detail::engine& engine, const Plain& plain, const Checked& checked,
             const Operands&... operands) {
  const faults::operation_scope scope(name, operands...);
  return is_checked(engine) ? checked() : plain();
}

/// Computes an operation on the device. \throws out_of_memory with the description of the operation
template <class Operation>
auto launch(const Operation& wanted, detail::engine& engine) {
  using launches = typename Operation::launches;
  const auto compute = [&] {
    if constexpr (requires(launches all) { all.states(); }) {
      const bool checked = is_checked(engine);
      std::optional<faults::verifier::covered> parts;
      if (checked) parts.emplace();
      launches all(wanted, checked);
      faults::suspect_flag suspect;
      if constexpr (requires { all.suspect(); }) suspect = all.suspect();
      if (checked)
        run_checked(
            engine, all.states(), [&] { all.queue(); }, suspect);
      else
        all.queue();
      return all.value();
    } else {
      launches all(wanted);
      all.queue();
      return all.value();
    }
  };
  if constexpr (requires { wanted.description(); })
    return numbers::naming(compute, [&] { return wanted.description(); });
  else
    return compute();
}

/// Computes an operation in its own scope, by launches unless the result is known. It takes a copy of the
/// operation: perform() gives no address away, so operands in host words stay in registers.
template <class Operation>
[[gnu::noinline]] auto perform_on_device(const Operation wanted) {
  const auto operands = wanted.operands();
  const auto scope =
      std::apply([&](const auto&... of) { return faults::operation_scope(wanted.name(), of...); }, operands);
  if constexpr (requires { wanted.known(); })
    if (auto result = wanted.known()) return *std::move(result);
  return launch(wanted, *detail::number_of(std::get<0>(operands))->owner());
}

/// Computes an operation. The operands live in the same context.
template <class Operation>
auto perform(const Operation& wanted) {
  if constexpr (requires { wanted.fits_words(); })
    if (wanted.fits_words()) return wanted.in_words();
  return perform_on_device<Operation>(wanted);
}

}  // namespace gbi::operation
