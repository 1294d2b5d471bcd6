/// \file
/// Attempts at results of operations that are composed of other operations, for verification::all.
#pragma once

#include <cstddef>

#include "gpu_bigint/error.hpp"
#include "src/faults/evidence.hpp"
#include "src/process/concat.hpp"

namespace gbi::operation {

/// Reports a result that was wrong in every attempt. \throws device_error
[[noreturn]] inline void report_wrong(const char* operation, std::size_t limbs) {
  throw device_error(
      concat(operation, " of ", limbs,
             " limbs: the result is wrong, and so is another one computed from the same operands. The "
             "hardware is faulty"));
}

/// Computes a result, and a second time if it is wrong.
/// \param operation named in the error message, together with the size of the result
/// \throws device_error if it is wrong both times
template <class Compute, class IsRight>
auto repeated_if_wrong(const char* operation, std::size_t limbs, const Compute& compute,
                       const IsRight& is_right) {
  for (int attempts = 0; attempts < 2; ++attempts) {
    if (auto result = compute(); is_right(result)) return result;
    faults::note_fault();
  }
  report_wrong(operation, limbs);
}

}  // namespace gbi::operation
