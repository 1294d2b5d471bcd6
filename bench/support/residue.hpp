/// \file
/// Residues modulo 2^61 - 1. Benches use them to check the results of rivals.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/word/wide_product.hpp"

namespace gbi::bench {

constexpr int residue_bits = 61;
constexpr std::uint64_t residue_modulus = (std::uint64_t{1} << residue_bits) - 1;

constexpr std::uint64_t reduced(std::uint64_t x) {
  const std::uint64_t folded = (x & residue_modulus) + (x >> residue_bits);
  return folded >= residue_modulus ? folded - residue_modulus : folded;
}

/// The residue of the sum of words[k] 2^(k bits). Words may be longer than `bits`, which is 1 to 60 or 64.
/// Multiplying by a power of two rotates a residue.
constexpr std::uint64_t residue(std::span<const std::uint64_t> words, int bits) {
  const int rotation = bits % residue_bits;
  std::uint64_t result = 0;
  for (std::size_t k = words.size(); k-- > 0;) {
    const std::uint64_t shifted =
        ((result << rotation) & residue_modulus) | (result >> (residue_bits - rotation));
    result = reduced(shifted + reduced(words[k]));
  }
  return result;
}

/// The residue of a product, from the residues of its factors.
constexpr std::uint64_t residue_product(std::uint64_t a, std::uint64_t b) {
  const kernels::wide_limb product = kernels::wide_product(a, b);
  return reduced((static_cast<std::uint64_t>(product) & residue_modulus) +
                 static_cast<std::uint64_t>(product >> residue_bits));
}

}  // namespace gbi::bench
