#include "src/words/limb_checks.hpp"

#if defined(__x86_64__)

// GCC's own headers leave lanes that a mask does not select uninitialised.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>

namespace gbi::words::avx512 {

// Every limb is loaded once. Loads of the limbs below would cross cache lines.
[[gnu::target("avx512f")]] bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n,
                                        limb carry) noexcept {
  constexpr std::size_t limbs = 8;
  constexpr int carry_bits = 0xd4;  // the truth table of kernels::carry_bits
  __m512i errors = _mm512_setzero_si512();
  __m512i below = _mm512_maskz_set1_epi64(1 << (limbs - 1), static_cast<long long>(carry));
  for (std::size_t i = 0; i < n; i += limbs) {
    const auto lanes = static_cast<__mmask8>(n - i < limbs ? (1u << (n - i)) - 1 : 0xff);
    const __m512i sum = _mm512_maskz_loadu_epi64(lanes, c + i);
    const __m512i x = _mm512_maskz_loadu_epi64(lanes, a + i), y = _mm512_maskz_loadu_epi64(lanes, b + i);
    const __m512i out = _mm512_srli_epi64(_mm512_ternarylogic_epi64(x, y, sum, carry_bits), limb_bits - 1);
    const __m512i in = _mm512_alignr_epi64(out, below, limbs - 1);
    const __m512i rest = _mm512_sub_epi64(_mm512_sub_epi64(sum, x), _mm512_add_epi64(y, in));
    errors = _mm512_mask_or_epi64(errors, lanes, errors, rest);
    below = out;
  }
  return _mm512_test_epi64_mask(errors, errors) == 0;
}

}  // namespace gbi::words::avx512

#endif
