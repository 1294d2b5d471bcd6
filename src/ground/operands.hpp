/// \file
/// Checks for all operations on two numbers.
#pragma once

#include <stdexcept>
#include <string>

#include "src/ground/number.hpp"

namespace gbi::detail {

/// \throws std::invalid_argument naming the operation and the sizes.
inline void require_same_context(const number& a, const number& b, const char* operation) {
  if (&a.home() != &b.home())
    throw std::invalid_argument(std::string(operation) + " of " + std::to_string(a.bound()) + " and " +
                                std::to_string(b.bound()) +
                                " limbs: the operands live in different contexts (use to())");
}

}  // namespace gbi::detail
