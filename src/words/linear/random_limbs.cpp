#include "src/words/linear/random_limbs.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels/word/philox.hpp"
#include "src/words/level.hpp"

namespace gbi::words {

namespace {

constexpr std::uint32_t low(std::uint64_t x) {
  return static_cast<std::uint32_t>(x);
}
constexpr std::uint32_t high(std::uint64_t x) {
  return static_cast<std::uint32_t>(x >> 32);
}

/// The limbs from `i` on, an even index.
void random_limbs_from(std::size_t i, limb* out, std::size_t n, std::uint64_t seed, std::uint64_t draw) {
  for (; i < n; i += 2) {
    const kernels::philox_block bits =
        kernels::philox({{low(i / 2), high(i / 2), low(draw), high(draw)}}, low(seed), high(seed));
    out[i] = limb{bits.word[1]} << 32 | bits.word[0];
    if (i + 1 < n) out[i + 1] = limb{bits.word[3]} << 32 | bits.word[2];
  }
}

}  // namespace

void random_bits(limb* out, std::size_t count, std::uint64_t seed, std::uint64_t draw) noexcept {
  const std::size_t top_bits = count % limb_bits, n = count / limb_bits + (top_bits != 0 ? 1 : 0);
  in_use.random_limbs(out, n, seed, draw);
  if (top_bits != 0) out[n - 1] &= (limb{1} << top_bits) - 1;
}

void plain::random_limbs(limb* out, std::size_t n, std::uint64_t seed, std::uint64_t draw) noexcept {
  random_limbs_from(0, out, n, seed, draw);
}

#if defined(__x86_64__)
namespace {

/// Four blocks: word k of each is the lower half of a lane of word[k].
struct four_blocks {
  __m256i word[4];
};

[[gnu::target("avx2"), gnu::always_inline]] inline four_blocks counters(std::uint64_t first,
                                                                        std::uint64_t draw) noexcept {
  const __m256i counter =
      _mm256_add_epi64(_mm256_set1_epi64x(static_cast<long long>(first)), _mm256_setr_epi64x(0, 1, 2, 3));
  const __m256i of_draw = _mm256_set1_epi64x(static_cast<long long>(draw));
  return {{counter, _mm256_srli_epi64(counter, 32), of_draw, _mm256_srli_epi64(of_draw, 32)}};
}

[[gnu::target("avx2"), gnu::always_inline]] inline void mix(four_blocks& of, __m256i key_0,
                                                            __m256i key_1) noexcept {
  const __m256i product_0 = _mm256_mul_epu32(_mm256_set1_epi64x(kernels::philox_factor_0), of.word[0]);
  const __m256i product_1 = _mm256_mul_epu32(_mm256_set1_epi64x(kernels::philox_factor_1), of.word[2]);
  of.word[0] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product_1, 32), of.word[1]), key_0);
  of.word[1] = product_1;
  of.word[2] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product_0, 32), of.word[3]), key_1);
  of.word[3] = product_0;
}

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i joined(__m256i lower, __m256i upper) noexcept {
  return _mm256_blend_epi32(lower, _mm256_slli_epi64(upper, 32), 0b10101010);
}

/// The limbs of four blocks, in their order.
[[gnu::target("avx2"), gnu::always_inline]] inline void store(limb* out, const four_blocks& of) noexcept {
  const __m256i first = joined(of.word[0], of.word[1]), second = joined(of.word[2], of.word[3]);
  const __m256i even = _mm256_unpacklo_epi64(first, second), odd = _mm256_unpackhi_epi64(first, second);
  auto* const at = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(at, _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256(at + 1, _mm256_permute2x128_si256(even, odd, 0x31));
}

}  // namespace

[[gnu::target("avx2")]] void avx2::random_limbs(limb* out, std::size_t n, std::uint64_t seed,
                                                std::uint64_t draw) noexcept {
  constexpr std::size_t blocks_at_once = 8, limbs_at_once = 2 * blocks_at_once;
  std::size_t i = 0;
  for (; i + limbs_at_once <= n; i += limbs_at_once) {
    four_blocks first = counters(i / 2, draw), second = counters(i / 2 + blocks_at_once / 2, draw);
    std::uint32_t key_0 = low(seed), key_1 = high(seed);
    for (int round = 0; round < kernels::philox_rounds; ++round) {
      const __m256i keys_0 = _mm256_set1_epi64x(key_0), keys_1 = _mm256_set1_epi64x(key_1);
      mix(first, keys_0, keys_1);
      mix(second, keys_0, keys_1);
      key_0 += kernels::philox_step_0;
      key_1 += kernels::philox_step_1;
    }
    store(out + i, first);
    store(out + i + limbs_at_once / 2, second);
  }
  random_limbs_from(i, out, n, seed, draw);
}
#endif

}  // namespace gbi::words
