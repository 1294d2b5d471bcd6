/// \file
/// The odd part of an even number.
#pragma once

#include <bit>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/limb.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::number_theory {

/// n - 1 or n + 1 as odd 2^twos.
struct odd_part {
  std::vector<std::uint64_t> limbs;
  std::uint64_t twos, bits;  ///< bits of the odd part

  explicit odd_part(const gpu_bigint& even) : limbs(even.to_limbs()) {
    std::size_t zeros = 0;
    while (limbs[zeros] == 0) ++zeros;
    twos = zeros * limb_bits + static_cast<std::uint64_t>(std::countr_zero(limbs[zeros]));
    bits = words::bit_length(limbs.data(), limbs.size()) - twos;
  }
  bool bit(std::uint64_t i) const {
    return (limbs[(i + twos) / limb_bits] >> (i + twos) % limb_bits & 1) != 0;
  }
};

}  // namespace gbi::number_theory
