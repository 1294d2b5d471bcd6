/// \file
/// Selects the compiled instance of a kernel for a number that is known at run time.
#pragma once

#include <bit>
#include <utility>

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/field.hpp"
#include "kernels/fft/policy.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

/// The machine that runs a launcher's blocks: threads, unless the launcher names another one.
template <class Launcher>
inline constexpr kernels::machine machine_of = [] {
  if constexpr (requires { Launcher::machine; })
    return Launcher::machine;
  else
    return kernels::machine::threads;
}();

/// The same for transforms over a field. Exact fields have no instances for vectors.
template <class Launcher, class Real>
inline constexpr kernels::machine machine_for =
    kernels::is_exact_field<Real> ? kernels::machine::threads : machine_of<Launcher>;

/// Runs body.operator()<N>() for the one of Numbers that equals `asked`. \throws std::logic_error if none
/// does
template <int... Numbers, class Body>
void for_instance(int asked, const char* operation, Body&& body) {
#if defined(__clang_analyzer__)
  // Analysing one instance finds the defects of all of them.
  const bool found = (body.template operator()<(Numbers, ...)>(), asked == (Numbers, ...));
#else
  const bool found = ((asked == Numbers && (body.template operator()<Numbers>(), true)) || ...);
#endif
  if (!found) refuse("no ", operation, " of size ", asked);
}

/// As above, for the powers of two from First to Last.
template <int First, int Last, class Body>
void for_power_of_two(int asked, const char* operation, Body&& body) {
  constexpr int powers = std::countr_zero(unsigned{Last}) - std::countr_zero(unsigned{First}) + 1;
  [&]<int... Power>(std::integer_sequence<int, Power...>) {
    for_instance<(First << Power)...>(asked, operation, body);
  }
  (std::make_integer_sequence<int, powers>{});
}

/// Runs body.operator()<Direction>().
template <class Body>
void for_direction(kernels::direction asked, Body&& body) {
  if (asked == kernels::direction::forward)
    body.template operator()<kernels::direction::forward>();
  else
    body.template operator()<kernels::direction::backward>();
}

}  // namespace gbi::exec
