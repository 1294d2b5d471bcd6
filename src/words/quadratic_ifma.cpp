#include "src/words/quadratic.hpp"

#if defined(__x86_64__)

#include <algorithm>

// GCC's own headers leave what a mask does not select uninitialized.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include "src/words/digits_52.hpp"

#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,bmi2")

namespace gbi::words::ifma {

namespace {

/// A product of up to five by five blocks, 2080 bits, with all columns in registers.
///
/// Digit 8 j + r of b times a adds to the columns from 8 j + r on: with a shifted by r digits, which takes
/// unaligned loads, columns come in whole vectors, and all digits of b of the same r share the shifted a.
/// 16 A B multiplications, 16 (A + 1) B with what the shifts waste.
template <int A, int B>
void multiply_blocks(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  alignas(64) limb a_digits[8 * (A + 2)];
  alignas(64) limb b_digits[8 * B];
  _mm512_store_si512(a_digits, _mm512_setzero_si512());
#pragma GCC unroll 5
  for (std::size_t i = 0; i < A; ++i) _mm512_store_si512(a_digits + 8 * i + 8, digits_at(a, n, i));
  _mm512_store_si512(a_digits + 8 * (A + 1), _mm512_setzero_si512());
#pragma GCC unroll 5
  for (std::size_t i = 0; i < B; ++i) _mm512_store_si512(b_digits + 8 * i, digits_at(b, m, i));
  __m512i low[A + B], high[A + B];
#pragma GCC unroll 10
  for (int i = 0; i < A + B; ++i) low[i] = high[i] = _mm512_setzero_si512();
  for (int r = 0; r < 8; ++r) {
    __m512i shifted[A + 1];
#pragma GCC unroll 6
    for (int i = 0; i <= A; ++i) shifted[i] = _mm512_loadu_si512(a_digits + 8 * i + 8 - r);
#pragma GCC unroll 5
    for (int j = 0; j < B; ++j) {
      const __m512i digit = _mm512_set1_epi64(static_cast<long long>(b_digits[8 * j + r]));
#pragma GCC unroll 6
      for (int i = 0; i <= A; ++i) {
        low[i + j] = _mm512_madd52lo_epu64(low[i + j], shifted[i], digit);
        high[i + j] = _mm512_madd52hi_epu64(high[i + j], shifted[i], digit);
      }
    }
  }
  carries none{_mm512_setzero_si512(), _mm512_setzero_si512(), 0};
  put_columns<A + B>(out, n + m, 0, low, high, none);
}

/// Columns of a longer product that are summed together.
constexpr std::size_t tile = 5;

/// `tile` blocks of columns from block `first` on; a's digits have `tile` blocks of zeros on either side.
void put_tile(limb* out, std::size_t limbs, std::size_t first, const limb* a, std::size_t a_blocks, const limb* b,
              std::size_t b_blocks, carries& in) noexcept {
  __m512i low[tile], high[tile];
  for (std::size_t i = 0; i < tile; ++i) low[i] = high[i] = _mm512_setzero_si512();
  const std::size_t begin = first > a_blocks ? first - a_blocks : 0, end = std::min(b_blocks, first + tile);
  for (std::size_t r = 0; r < 8; ++r) {
    const limb* from = a + 8 * first - 8 * begin - r;
    const limb* digit = b + 8 * begin + r;
    __m512i shifted[tile];
    for (std::size_t i = 0; i < tile; ++i) shifted[i] = _mm512_loadu_si512(from + 8 * i);
    for (std::size_t j = begin;;) {
      const __m512i factor = _mm512_set1_epi64(static_cast<long long>(*digit));
      for (std::size_t i = 0; i < tile; ++i) {
        low[i] = _mm512_madd52lo_epu64(low[i], shifted[i], factor);
        high[i] = _mm512_madd52hi_epu64(high[i], shifted[i], factor);
      }
      if (++j >= end) break;
      digit += 8;
      from -= 8;
      for (std::size_t i = tile - 1; i > 0; --i) shifted[i] = shifted[i - 1];
      shifted[0] = _mm512_loadu_si512(from);
    }
  }
  put_columns<tile>(out, limbs, first, low, high, in);
}

/// Blocks of a product of pieces; a column of so many products of 52 bits stays below 2^63.
constexpr std::size_t most_blocks = 48;

void multiply_tiles(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  alignas(64) limb a_space[8 * (most_blocks + 2 * tile)];
  alignas(64) limb b_digits[8 * most_blocks];
  limb* const a_digits = a_space + 8 * tile;
  const std::size_t a_blocks = blocks(n), b_blocks = blocks(m);
  std::fill_n(a_space, 8 * tile, limb{0});
  for (std::size_t i = 0; i < a_blocks; ++i) _mm512_store_si512(a_digits + 8 * i, digits_at(a, n, i));
  std::fill_n(a_digits + 8 * a_blocks, 8 * tile, limb{0});
  for (std::size_t i = 0; i < b_blocks; ++i) _mm512_store_si512(b_digits + 8 * i, digits_at(b, m, i));
  carries in{_mm512_setzero_si512(), _mm512_setzero_si512(), 0};
  for (std::size_t first = 0; first < a_blocks + b_blocks; first += tile)
    put_tile(out, n + m, first, a_digits, a_blocks, b_digits, b_blocks, in);
}

}  // namespace

void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  switch (blocks(n)) {
    case 1: return multiply_blocks<1, 1>(out, a, n, b, m);
    case 2: return multiply_blocks<2, 2>(out, a, n, b, m);
    case 3: return multiply_blocks<3, 3>(out, a, n, b, m);
    case 4: return multiply_blocks<4, 4>(out, a, n, b, m);
    case 5: return multiply_blocks<5, 5>(out, a, n, b, m);
    default: return multiply_tiles(out, a, n, b, m);
  }
}

void square(limb* out, const limb* a, std::size_t n) noexcept {
  multiply(out, a, n, a, n);
}

}  // namespace gbi::words::ifma

#endif
