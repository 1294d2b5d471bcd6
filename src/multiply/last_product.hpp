/// \file
/// Long computations ask whether their last product is possible before they begin with the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/context/engine.hpp"

namespace gbi::products {

/// Products of shorter factors have room in any memory, and a transform. Nobody needs to ask for them.
inline constexpr std::uint64_t shortest_asked = std::uint64_t{1} << 20;  // limbs

/// A product at the end of a computation, and what is in memory beside it. Sizes are in limbs.
struct last_product {
  std::uint64_t a, b;  ///< lower bounds of the operands
  bool square = false;
  std::uint64_t others = 0;  ///< numbers that are held at the same time
};

/// Asks the planner and the executor whether there is room for the product: operands, result and workspace.
/// Nothing is kept.
/// \param name of the computation, for messages: "factorial of 100"
/// \throws std::length_error if no transform is long enough
/// \throws out_of_memory naming the bits and the bytes that are necessary at least
void require_room(detail::engine& engine, const last_product& last, const std::string& name);

}  // namespace gbi::products
