/// \file
/// Sums of two products.
#pragma once

#include <cstdint>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::products {

/// out = a b 2^(64 raised) + c d for `batch` problems, whose results lie side by side. The sum must fit, and
/// out must not overlap an operand.
struct sum_of_products {
  kernels::limb_span a, b, c, d;
  kernels::limb_target out;
  std::uint32_t batch = 1;
  std::uint64_t raised = 0;  ///< less than the limbs of out
};

/// Queues the sum. Takes memory as large as the result.
void run_sum(detail::engine& engine, const sum_of_products& wanted);

}  // namespace gbi::products
