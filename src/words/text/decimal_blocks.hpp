/// \file
/// Steps of checksum_of_decimal() for routines of different levels (level.hpp).
#pragma once

#include "kernels/word/wide_product.hpp"
#include "src/words/text/decimal_checksum.hpp"

namespace gbi::words {

/// A number that is not reduced, and whether all of its characters were digits.
struct decimal_sum {
  kernels::wide_limb value;
  bool are_digits;
};

/// value 10^512 + the numbers of a block times their weights. `low` and `high` are the sums for the two parts
/// of the weights.
inline kernels::wide_limb with_block(kernels::wide_limb value, const decimal_modulus& by, limb low,
                                     limb high) noexcept {
  return kernels::wide_product(kernels::low_limb(value), by.of_block) +
         kernels::wide_product(kernels::high_limb(value), by.carried) +
         (kernels::wide_limb{high} << decimal_modulus::low_bits) + low;
}

namespace plain {
/// Appends the digits of whole blocks to the number.
decimal_sum append_blocks(decimal_sum sum, const decimal_modulus& by, const char* at,
                          const char* end) noexcept;
}  // namespace plain

namespace avx2 {
/// The same with vectors of 256 bits.
decimal_sum append_blocks(decimal_sum sum, const decimal_modulus& by, const char* at,
                          const char* end) noexcept;
}  // namespace avx2

}  // namespace gbi::words
