/// \file
/// One row of a product, with instructions that every processor has.
#pragma once

#include <cstddef>

#include "kernels/word/wide_product.hpp"

namespace gbi::words {

/// What is done with the product of a row.
enum class row { set, add, subtract };

/// out = carry + a b, or out +- (carry + a b), of n limbs. \returns the carry or borrow. About two cycles per
/// limb, because only the last addition depends on the previous limb.
template <row Kind>
constexpr limb plain_row(limb* out, const limb* a, std::size_t n, limb b, limb carry = 0) noexcept {
  using namespace kernels;
  for (std::size_t i = 0; i < n; ++i) {
    wide_limb product = wide_product(a[i], b);
    if constexpr (Kind == row::add) product += out[i];
    product += carry;
    carry = high_limb(product);
    if constexpr (Kind == row::subtract) {
      const limb before = out[i];
      out[i] = before - low_limb(product);
      carry += before < low_limb(product) ? 1 : 0;
    } else {
      out[i] = low_limb(product);
    }
  }
  return carry;
}

}  // namespace gbi::words
