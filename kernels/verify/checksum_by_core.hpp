/// \file
/// The checksum of a run of limbs on one core: a loop over the limbs and the powers of 2^64, whose products
/// are reduced only once for every checksum_threads limbs.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/small_modulus.hpp"

namespace gbi::kernels {

/// sum_i x_i weight_i modulo q for count limbs and weights below q.
GBI_DEVICE limb weighted_sum(const small_modulus& modulus, const limb* x, const limb* weight,
                             std::uint64_t count) {
  wide_limb sum = 0;
  limb above = 0;  // sum + 2^128 above
  const auto add = [&](wide_limb part) {
    sum += part;
    above += sum < part ? 1 : 0;
  };
  std::uint64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    wide_limb part = 0;  // eight products of 125 bits
    unroll<8>([&](auto k) { part += wide_product(x[i + k], weight[i + k]); });
    add(part);
  }
  for (; i < count; ++i) add(wide_product(x[i], weight[i]));
  const limb upper = modulus.reduce(wide_limb{above} << 64 | high_limb(sum));
  return modulus.reduce(wide_limb{upper} << 64 | low_limb(sum));
}

/// The number in `count` limbs modulo q, by Horner's rule.
GBI_DEVICE limb checksum_by_core(const checksum_modulus& of, const limb* x, std::uint64_t count) {
  constexpr std::uint64_t row = checksum_threads;
  const small_modulus modulus{of.prime, of.reciprocal};
  limb above = 0;
  for (std::uint64_t rows = (count + row - 1) / row; rows-- > 0;) {
    const std::uint64_t first = rows * row, left = count - first;
    const limb here = weighted_sum(modulus, x + first, of.of_limb, left < row ? left : row);
    above = modulus.add(modulus.multiply(above, of.of_row[1]), here);
  }
  return above;
}

/// 2^(64 checksum_tile tile) modulo q.
GBI_DEVICE limb weight_of_tile(const checksum_modulus& of, std::uint32_t tile) {
  const small_modulus modulus{of.prime, of.reciprocal};
  constexpr std::uint32_t values = 1u << checksum_modulus::tile_digit_bits;
  limb weight = 1;
  for (std::uint32_t digit = 0; tile != 0; ++digit, tile /= values)
    weight = modulus.multiply(weight, of.of_place[digit * values + tile % values]);
  return weight;
}

}  // namespace gbi::kernels
