/// \file
/// Phase 1 of the normalisation: coefficients become limbs with a carry of less than a limb each.
///
/// The limb column l collects every coefficient whose lowest bit lies in limb l:
///   S_l = sum over 64 l <= k b < 64 (l + 1) of c_k 2^(k b - 64 l),
/// a signed number of less than 118 bits (|c_k| < 2^53). A telescoping bias makes it positive: 2^119 is added
/// to every column and the 2^55 that this puts into the next column is subtracted there; what the last column
/// passes on falls off the top. Then S_l = low + 2^64 high with high < 2^56, and limb l of the result is
/// low_l + high_(l-1) plus a carry of one bit, which phase 2 (lookahead.hpp) settles.
#pragma once

#include "kernels/model/read_only.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct limb_column {
  limb low, high;
};

GBI_DEVICE limb_column split_column(const normalize_arguments& a, std::uint32_t g, std::uint64_t l) {
  const std::int64_t* coefficient = a.coefficients + g * a.coefficient_stride;
  const std::uint64_t first_bit = l * limb_bits;
  std::uint64_t k = (first_bit + a.digit_bits - 1) / a.digit_bits;
  std::uint64_t offset = k * a.digit_bits - first_bit;
  wide_limb sum = (static_cast<wide_limb>(1) << 119) - (l == 0 ? 0 : wide_limb{1} << 55);
  for (; offset < limb_bits && k < a.coefficient_count; ++k, offset += a.digit_bits)
    sum += static_cast<wide_limb>(static_cast<signed_wide_limb>(read_only(coefficient + k))) << offset;
  return {low_limb(sum), high_limb(sum)};
}

}  // namespace gbi::kernels
