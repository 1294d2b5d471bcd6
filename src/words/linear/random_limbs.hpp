/// \file
/// Short random numbers, equal to those in device memory (kernels/arithmetic/random_limbs.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// out = draw `draw` of the seed's sequence: `count` uniformly random bits, in (count + 63) / 64 limbs. Limbs
/// 2 i and 2 i + 1 are the random block of the counter (i, draw). Ten products of 32 x 32 bits per limb.
void random_bits(limb* out, std::size_t count, std::uint64_t seed, std::uint64_t draw) noexcept;

namespace plain {
/// The same in whole limbs.
void random_limbs(limb* out, std::size_t n, std::uint64_t seed, std::uint64_t draw) noexcept;
}  // namespace plain

namespace avx2 {
/// The same, eight blocks at a time.
void random_limbs(limb* out, std::size_t n, std::uint64_t seed, std::uint64_t draw) noexcept;
}  // namespace avx2

}  // namespace gbi::words
