#include "src/words/text/decimal_blocks.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace gbi::words::avx2 {

namespace {

/// Eight numbers of four digits. Each product joins two neighbours.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i fours_of(__m256i digits) noexcept {
  const __m256i twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10));
  return _mm256_madd_epi16(twos, _mm256_set1_epi32(1 << 16 | 100));
}

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i load(const void* from) noexcept {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

/// The products of eight pairs of numbers, in four sums of two.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i products(__m256i a, __m256i b) noexcept {
  return _mm256_add_epi64(_mm256_mul_epu32(a, b),
                          _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)));
}

}  // namespace

[[gnu::target("avx2,bmi2")]] decimal_sum append_blocks(decimal_sum sum, const decimal_modulus& by,
                                                       const char* at, const char* end) noexcept {
  constexpr std::size_t digits_of_vector = 32, digits_of_step = 64, eights_of_step = digits_of_step / 8;
  const __m256i zero = _mm256_set1_epi8('0');
  __m256i largest = _mm256_setzero_si256();
  for (; at != end; at += digits_of_block) {
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();
    for (std::size_t step = 0; step < digits_of_block / digits_of_step; ++step) {
      const char* const text = at + step * digits_of_step;
      const __m256i first = _mm256_sub_epi8(load(text), zero);
      const __m256i second = _mm256_sub_epi8(load(text + digits_of_vector), zero);
      largest = _mm256_max_epu8(largest, _mm256_max_epu8(first, second));
      const __m256i fours = _mm256_packus_epi32(fours_of(first), fours_of(second));
      // Packing has exchanged the second and the third quarter.
      const __m256i eights = _mm256_permute4x64_epi64(
          _mm256_madd_epi16(fours, _mm256_set1_epi32(1 << 16 | 10'000)), 0b11'01'10'00);
      low = _mm256_add_epi64(low, products(eights, load(by.low.data() + step * eights_of_step)));
      high = _mm256_add_epi64(high, products(eights, load(by.high.data() + step * eights_of_step)));
    }
    const __m256i pairs =
        _mm256_add_epi64(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
    const __m128i sums = _mm_add_epi64(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    sum.value = with_block(sum.value, by, static_cast<limb>(_mm_cvtsi128_si64(sums)),
                           static_cast<limb>(_mm_extract_epi64(sums, 1)));
  }
  const __m256i nine = _mm256_set1_epi8(9);
  const bool are_digits = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(largest, nine), nine)) == -1;
  return {sum.value, sum.are_digits && are_digits};
}

}  // namespace gbi::words::avx2

#endif
