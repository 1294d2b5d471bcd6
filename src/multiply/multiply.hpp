/// \file
/// Products of numbers: products of magnitudes with signs, sizes and result values.
#pragma once

#include "gpu_bigint/arithmetic.hpp"
#include "src/multiply/product.hpp"
#include "src/number/host_words.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::products {

/// The product of two numbers. `run` computes it from their magnitudes, which are not empty.
/// \throws std::invalid_argument if they live in different contexts
gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      process::function_ref<void(detail::engine&, const product&)> run);

/// Whether multiply() computes the product of these operands in host words.
bool are_for_words(const numbers::short_operands& x);

}  // namespace gbi::products
