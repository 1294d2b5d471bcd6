/// \file
/// From a number known at run time to the instance of a kernel compiled for it.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/policy.hpp"

namespace gbi::exec {

/// What the threads of a launcher's blocks are: it says so if they are not threads.
template <class Launcher>
inline constexpr kernels::machine machine_of = [] {
  if constexpr (requires { Launcher::machine; })
    return Launcher::machine;
  else
    return kernels::machine::threads;
}();

/// Runs body.operator()<N>() for the one of Numbers that is `asked`. \throws std::logic_error if none is
template <int... Numbers, class Body>
void for_instance(int asked, const char* what, Body&& body) {
#if defined(__clang_analyzer__)
  // One instance shows whatever there is to find in all of them.
  const bool found = (body.template operator()<(Numbers, ...)>(), asked == (Numbers, ...));
#else
  const bool found = ((asked == Numbers && (body.template operator()<Numbers>(), true)) || ...);
#endif
  if (!found) throw std::logic_error(std::string("no ") + what + " of size " + std::to_string(asked));
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
