/// \file
/// Philox4x32-10, a random function of a counter. Any thread can compute any block of random bits, in any
/// order.
/// Source: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

struct alignas(16) philox_block {
  std::uint32_t word[4];
};

/// The factors of a round's products.
inline constexpr std::uint32_t philox_factor_0 = 0xd2511f53, philox_factor_1 = 0xcd9e8d57;
/// What the key's words grow by in a round: Weyl sequences of the golden ratio and of the square root of 3,
/// less 1.
inline constexpr std::uint32_t philox_step_0 = 0x9e3779b9, philox_step_1 = 0xbb67ae85;
inline constexpr int philox_rounds = 10;

/// The block of random bits for a counter and a key of two words. Ten rounds of two products of 32 x 32 bits.
GBI_BOTH constexpr philox_block philox(philox_block counter, std::uint32_t key_0, std::uint32_t key_1) {
  for (int round = 0; round < philox_rounds; ++round) {
    const std::uint64_t product_0 = std::uint64_t{philox_factor_0} * counter.word[0];
    const std::uint64_t product_1 = std::uint64_t{philox_factor_1} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(product_1 >> 32) ^ counter.word[1] ^ key_0,
                static_cast<std::uint32_t>(product_1),
                static_cast<std::uint32_t>(product_0 >> 32) ^ counter.word[3] ^ key_1,
                static_cast<std::uint32_t>(product_0)}};
    key_0 += philox_step_0;
    key_1 += philox_step_1;
  }
  return counter;
}

}  // namespace gbi::kernels
