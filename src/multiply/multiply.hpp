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

/// Whether multiply() computes the product of these operands in host words. A product of n by m <= n limbs
/// takes about n m^0.585 in words, and n + m by transforms. If both take the same time for factors of `limit`
/// limbs, they do so where m = limit ((n + m) / 2 n)^1.7. Here the exponent is 2.
inline bool are_for_words(const numbers::short_operands& x) {
  if (!x || x.shorter() == 0) return static_cast<bool>(x);
  const std::size_t m = x.shorter(), all = x.a.size + x.b.size, limit = x.limits().product;
  const detail::uint128 twice_longer = 2 * x.longer();
  if (m == 1) return all <= x.limits().residence;  // a linear operation
  return all <= x.limits().operands && m <= limit &&
         (4 * m <= limit || twice_longer * twice_longer * m <= detail::uint128{all} * all * limit);
}

}  // namespace gbi::products
