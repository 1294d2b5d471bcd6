/// \file
/// Long computations check that their last product is possible before they start the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/context/engine.hpp"

namespace gbi::products {

/// Products of shorter factors always have room and a transform, so callers need not ask.
inline constexpr std::uint64_t shortest_asked = std::uint64_t{1} << 20;  // limbs

/// The last product of a computation, and the memory that is in use alongside it. Sizes are in limbs.
struct last_product {
  std::uint64_t a, b;  ///< lower bounds on the operands
  bool square = false;
  std::uint64_t others = 0;  ///< other numbers held at the same time
};

/// Asks the planner and the executor whether there is room for the product: operands, result and workspace.
/// Reserves nothing.
/// \param name the name of the computation, for messages: "factorial of 100"
/// \throws std::length_error if no transform is long enough
/// \throws out_of_memory naming the bits, and the bytes that are needed at least
void require_room(detail::engine& engine, const last_product& last, const std::string& name);

}  // namespace gbi::products
