/// \file
/// The launch of a product of batches.
#pragma once

#include <cstdint>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/word/batch_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::detail {

/// out = the limbs of a b from `first` on, for each element.
struct batch_product {
  kernels::batch_span a, b;
  bool square;  ///< whether a and b are the same memory
  kernels::batch_target out;
  std::uint32_t first, elements;
};

/// \throws std::invalid_argument or std::length_error for an algorithm that has no such products
void queue_product(engine& engine, batch_product wanted, algorithm how = algorithm::automatic);

}  // namespace gbi::detail
