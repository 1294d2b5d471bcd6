/// \file
/// Checksums modulo 2^61 - 1. Benches use them to check the results of rivals.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/word/wide_product.hpp"

namespace gbi::bench {

constexpr int checksum_bits = 61;
constexpr std::uint64_t checksum_modulus = (std::uint64_t{1} << checksum_bits) - 1;

constexpr std::uint64_t reduced(std::uint64_t x) {
  const std::uint64_t folded = (x & checksum_modulus) + (x >> checksum_bits);
  return folded >= checksum_modulus ? folded - checksum_modulus : folded;
}

/// The checksum of the sum of words[k] 2^(k bits). Words may be longer than `bits`, which is 1 to 60 or 64.
/// Multiplying by a power of two rotates a checksum.
constexpr std::uint64_t checksum(std::span<const std::uint64_t> words, int bits) {
  const int rotation = bits % checksum_bits;
  std::uint64_t result = 0;
  for (std::size_t k = words.size(); k-- > 0;) {
    const std::uint64_t shifted =
        ((result << rotation) & checksum_modulus) | (result >> (checksum_bits - rotation));
    result = reduced(shifted + reduced(words[k]));
  }
  return result;
}

/// The checksum of a product, from the checksums of its factors.
constexpr std::uint64_t checksum_product(std::uint64_t a, std::uint64_t b) {
  const kernels::wide_limb product = kernels::wide_product(a, b);
  return reduced((static_cast<std::uint64_t>(product) & checksum_modulus) +
                 static_cast<std::uint64_t>(product >> checksum_bits));
}

}  // namespace gbi::bench
