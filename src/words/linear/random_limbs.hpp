/// \file
/// Short random numbers, equal to those in device memory (kernels/arithmetic/random_limbs.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"
#include "kernels/word/philox.hpp"

namespace gbi::words {

/// out = draw `draw` of the seed's sequence: `count` uniformly random bits, in (count + 63) / 64 limbs. Limbs
/// 2 i and 2 i + 1 are the random block of the counter (i, draw). Ten products of 32 x 32 bits per limb.
constexpr void random_bits(limb* out, std::size_t count, std::uint64_t seed, std::uint64_t draw) noexcept {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const std::size_t top_bits = count % limb_bits, n = count / limb_bits + (top_bits != 0 ? 1 : 0);
  for (std::size_t i = 0; i < n; i += 2) {
    const kernels::philox_block bits =
        kernels::philox({{low(i / 2), high(i / 2), low(draw), high(draw)}}, low(seed), high(seed));
    out[i] = limb{bits.word[1]} << 32 | bits.word[0];
    if (i + 1 < n) out[i + 1] = limb{bits.word[3]} << 32 | bits.word[2];
  }
  if (top_bits != 0) out[n - 1] &= (limb{1} << top_bits) - 1;
}

}  // namespace gbi::words
