/// \file
/// The sizes of a product.
#pragma once

#include <algorithm>
#include <cstddef>

#include "src/process/concat.hpp"

namespace gbi::plan {

/// The limbs of a batch of products modulo 2^(64 out).
struct product_shape {
  std::size_t a, b, out;
  std::size_t batch = 1;
  bool square = false;

  /// A single product of which all limbs are wanted.
  static constexpr product_shape whole(std::size_t a, std::size_t b, bool square = false) {
    return {a, b, a + b, 1, square};
  }

  constexpr std::size_t shorter() const { return std::min(a, b); }
  constexpr std::size_t longer() const { return std::max(a, b); }
  /// The limbs of both operands.
  constexpr std::size_t total() const { return a + b; }
  /// One problem of the batch.
  constexpr product_shape single() const { return {a, b, out, 1, square}; }
  /// "product of 3 and 2 limbs"
  std::string name() const { return concat("product of ", a, " and ", b, " limbs"); }
};

/// The memory layout of a batch of numbers.
enum class batch_layout { side_by_side, interleaved };

}  // namespace gbi::plan
