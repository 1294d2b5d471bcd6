/// \file
/// Products of numbers: products of magnitudes with signs, sizes and result values.
#pragma once

#include <functional>

#include "gpu_bigint/arithmetic.hpp"
#include "src/ground/host_words.hpp"
#include "src/multiply/product.hpp"

namespace gbi::products {

/// The product of two numbers. `run` computes it from their magnitudes, which are not empty.
/// \throws std::invalid_argument if they live in different contexts
gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      const std::function<void(detail::engine&, const product&)>& run);

/// Whether multiply() computes the product of these operands in host words.
bool are_for_words(const ground::short_operands& x);

}  // namespace gbi::products
