#include "src/words/products/quadratic.hpp"

#if defined(__x86_64__)

#include <algorithm>
#include <iterator>

// GCC's own headers leave lanes that a mask does not select uninitialised.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "src/words/linear/linear.hpp"
#include "src/words/products/digits_52.hpp"

#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,bmi2"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,bmi2")
#endif

namespace gbi::words::ifma {

namespace {

/// A product of up to five by five blocks, 2080 bits, with all columns in registers.
///
/// Digit 8 j + r of b adds its product with a to the columns from 8 j + r on. With a shifted by r digits,
/// through unaligned loads, columns are whole vectors, and all digits of b with the same r share the shifted
/// a. This takes 16 (A + 1) B multiplications, where 16 A B are necessary.
template <int A, int B = A>
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

/// Blocks of columns of a longer product that are accumulated together, in registers.
constexpr int tile = 8;

/// Adds the products of a digit to the columns at places First to Last of a tile.
template <int First, int Last>
[[gnu::always_inline]] inline void add_products(__m512i* low, __m512i* high, const limb* a,
                                                const limb* digit) noexcept {
  const __m512i factor = _mm512_set1_epi64(static_cast<long long>(*digit));
#pragma GCC unroll 8
  for (int i = First; i <= Last; ++i) {
    const __m512i shifted = _mm512_loadu_si512(a + 8 * i);
    low[i] = _mm512_madd52lo_epu64(low[i], shifted, factor);
    high[i] = _mm512_madd52hi_epu64(high[i], shifted, factor);
  }
}

/// The highest blocks of a end inside the tile: at place Last for block j of b, one place further for each
/// next block.
template <int Last>
[[gnu::always_inline]] inline void add_top(__m512i* low, __m512i* high, const limb* a, const limb* b,
                                           std::ptrdiff_t j, std::ptrdiff_t end) noexcept {
  if constexpr (Last < tile - 1) {
    if (j >= 0 && j < end) add_products<0, Last>(low, high, a - 8 * j, b + 8 * j);
    add_top<Last + 1>(low, high, a, b, j + 1, end);
  }
}

/// The lowest blocks of a begin inside the tile: at place First for block j of b, one place further for each
/// next block.
template <int First>
[[gnu::always_inline]] inline void add_bottom(__m512i* low, __m512i* high, const limb* a, const limb* b,
                                              std::ptrdiff_t j, std::ptrdiff_t end) noexcept {
  if constexpr (First < tile) {
    if (j >= end) return;
    add_products<First, tile - 1>(low, high, a - 8 * j, b + 8 * j);
    add_bottom<First + 1>(low, high, a, b, j + 1, end);
  }
}

/// a fills the tile for the blocks `begin` to `end` - 1 of b. The next block of b meets a one block lower, so
/// only one vector is loaded and the others move up.
[[gnu::always_inline]] inline void add_full(__m512i* low, __m512i* high, const limb* a, const limb* b,
                                            std::ptrdiff_t begin, std::ptrdiff_t end) noexcept {
  if (begin >= end) return;
  const limb* from = a - 8 * begin;
  __m512i shifted[tile];
#pragma GCC unroll 8
  for (int i = 1; i < tile; ++i) shifted[i - 1] = _mm512_loadu_si512(from + 8 * i);
  for (std::ptrdiff_t j = begin; j < end; ++j, from -= 8) {
    const __m512i factor = _mm512_set1_epi64(static_cast<long long>(b[8 * j]));
#pragma GCC unroll 8
    for (int i = tile - 1; i > 0; --i) shifted[i] = shifted[i - 1];
    shifted[0] = _mm512_loadu_si512(from);
#pragma GCC unroll 8
    for (int i = 0; i < tile; ++i) {
      low[i] = _mm512_madd52lo_epu64(low[i], shifted[i], factor);
      high[i] = _mm512_madd52hi_epu64(high[i], shifted[i], factor);
    }
  }
}

/// Computes `tile` blocks of columns from block `first` on. a has at least `tile` blocks and a block of zeros
/// on either side. All tiles together take (A + 1) B products of a block and a digit, as in
/// multiply_blocks().
void put_tile(limb* out, std::size_t limbs, std::ptrdiff_t first, const limb* a, std::ptrdiff_t a_blocks,
              const limb* b, std::ptrdiff_t b_blocks, carries& in) noexcept {
  __m512i low[tile], high[tile];
#pragma GCC unroll 8
  for (int i = 0; i < tile; ++i) low[i] = high[i] = _mm512_setzero_si512();
  const std::ptrdiff_t top = first - a_blocks, begin = std::max<std::ptrdiff_t>(0, top + tile - 1),
                       end = std::min(b_blocks, first + 1);
  for (int r = 0; r < 8; ++r) {
    const limb* const shifted_a = a + 8 * first - r;
    add_top<0>(low, high, shifted_a, b + r, top, end);
    add_full(low, high, shifted_a, b + r, begin, end);
    add_bottom<1>(low, high, shifted_a, b + r, first + 1, b_blocks);
  }
  put_columns<tile>(out, limbs, static_cast<std::size_t>(first), low, high, in);
}

/// Blocks per piece. A column of this many products of 52 bits stays below 2^63.
constexpr std::size_t most_blocks = 48;
constexpr std::size_t most_limbs = most_blocks * block_bytes / 8;

void multiply_tiles(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  alignas(64) limb a_digits[8 * (most_blocks + 2)];
  alignas(64) limb b_digits[8 * most_blocks];
  const std::size_t a_blocks = blocks(n), b_blocks = blocks(m);
  _mm512_store_si512(a_digits, _mm512_setzero_si512());
  for (std::size_t i = 0; i < a_blocks; ++i) _mm512_store_si512(a_digits + 8 * i + 8, digits_at(a, n, i));
  _mm512_store_si512(a_digits + 8 * a_blocks + 8, _mm512_setzero_si512());
  for (std::size_t i = 0; i < b_blocks; ++i) _mm512_store_si512(b_digits + 8 * i, digits_at(b, m, i));
  carries in{_mm512_setzero_si512(), _mm512_setzero_si512(), 0};
  for (std::size_t first = 0; first < a_blocks + b_blocks; first += tile)
    put_tile(out, n + m, static_cast<std::ptrdiff_t>(first), a_digits + 8,
             static_cast<std::ptrdiff_t>(a_blocks), b_digits, static_cast<std::ptrdiff_t>(b_blocks), in);
}

/// A block of digits meets itself inside the tile, at place 2 K. Adds its products with the blocks above it,
/// for block `first` / 2 + K of a and the following ones.
template <int K>
[[gnu::always_inline]] inline void add_above_diagonal(__m512i* low, __m512i* high, const limb* a,
                                                      std::ptrdiff_t first, std::ptrdiff_t blocks,
                                                      int r) noexcept {
  if constexpr (K < tile / 2) {
    const std::ptrdiff_t j = first / 2 + K;
    if (j >= blocks) return;
    constexpr int place = 2 * K + 1;
    const limb* const from = a + 8 * (first - j) - r;
    const __m512i factor = _mm512_set1_epi64(static_cast<long long>(a[8 * j + r]));
    const __m512i shifted = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(0xff << r), from + 8 * place);
    low[place] = _mm512_madd52lo_epu64(low[place], shifted, factor);
    high[place] = _mm512_madd52hi_epu64(high[place], shifted, factor);
    add_products<place + 1, tile - 1>(low, high, from, a + 8 * j + r);
    add_above_diagonal<K + 1>(low, high, a, first, blocks, r);
  }
}

/// Adds the products of a block of digits with itself, for the same blocks.
template <int K>
[[gnu::always_inline]] inline void add_diagonal(__m512i* low, __m512i* high, const limb* a,
                                                std::ptrdiff_t first, std::ptrdiff_t blocks, int r) noexcept {
  if constexpr (K < tile / 2) {
    const std::ptrdiff_t j = first / 2 + K;
    if (j >= blocks) return;
    constexpr int place = 2 * K;
    const limb* const from = a + 8 * (first - j) - r + 8 * place;
    const __m512i factor = _mm512_set1_epi64(static_cast<long long>(a[8 * j + r]));
    const __m512i bottom = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(0xff << r), from);
    const __m512i top = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(0xff >> (8 - r)), from + 8);
    low[place] = _mm512_madd52lo_epu64(low[place], bottom, factor);
    high[place] = _mm512_madd52hi_epu64(high[place], bottom, factor);
    low[place + 1] = _mm512_madd52lo_epu64(low[place + 1], top, factor);
    high[place + 1] = _mm512_madd52hi_epu64(high[place + 1], top, factor);
    add_diagonal<K + 1>(low, high, a, first, blocks, r);
  }
}

/// As put_tile(), for a square: computes the products of different blocks once and doubles them, then adds
/// those of each block with itself. There are `tile` blocks of zeros above a. All tiles together take (A^2 +
/// 5 A) / 2 products of a block and a digit.
void put_square_tile(limb* out, std::size_t limbs, std::ptrdiff_t first, const limb* a, std::ptrdiff_t blocks,
                     carries& in) noexcept {
  static_assert(tile % 2 == 0);
  __m512i low[tile], high[tile];
#pragma GCC unroll 8
  for (int i = 0; i < tile; ++i) low[i] = high[i] = _mm512_setzero_si512();
  const std::ptrdiff_t top = first - blocks, begin = std::max<std::ptrdiff_t>(0, top + tile - 1),
                       end = first / 2;
  for (int r = 0; r < 8; ++r) {
    const limb* const shifted_a = a + 8 * first - r;
    add_top<0>(low, high, shifted_a, a + r, top, end);
    add_full(low, high, shifted_a, a + r, begin, end);
    add_above_diagonal<0>(low, high, a, first, blocks, r);
  }
#pragma GCC unroll 8
  for (int i = 0; i < tile; ++i) {
    low[i] = _mm512_add_epi64(low[i], low[i]);
    high[i] = _mm512_add_epi64(high[i], high[i]);
  }
  for (int r = 0; r < 8; ++r) add_diagonal<0>(low, high, a, first, blocks, r);
  put_columns<tile>(out, limbs, static_cast<std::size_t>(first), low, high, in);
}

void square_tiles(limb* out, const limb* a, std::size_t n) noexcept {
  alignas(64) limb digits[8 * (most_blocks + 1 + tile)];
  const std::size_t count = blocks(n);
  _mm512_store_si512(digits, _mm512_setzero_si512());
  for (std::size_t i = 0; i < count; ++i) _mm512_store_si512(digits + 8 * i + 8, digits_at(a, n, i));
  std::fill_n(digits + 8 * count + 8, 8 * tile, limb{0});
  carries in{_mm512_setzero_si512(), _mm512_setzero_si512(), 0};
  for (std::size_t first = 0; first < 2 * count; first += tile)
    put_square_tile(out, 2 * n, static_cast<std::ptrdiff_t>(first), digits + 8,
                    static_cast<std::ptrdiff_t>(count), in);
}

}  // namespace

void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  // Measured: from about here on, the conversion pays off.
  if (m < 6 || n * m < 150 || m > most_limbs) return adx::multiply(out, a, n, b, m);
  constexpr decltype(&multiply_blocks<2>) by_blocks[] = {
      multiply_blocks<2>, multiply_blocks<2>, multiply_blocks<3>, multiply_blocks<4>, multiply_blocks<5>};
  if (blocks(n) <= std::size(by_blocks)) return by_blocks[blocks(n) - 1](out, a, n, b, m);
  if (n <= most_limbs) return multiply_tiles(out, a, n, b, m);
  // Multiply in pieces, whose products overlap by m limbs.
  limb overlap[most_limbs];
  multiply_tiles(out, a, most_limbs, b, m);
  for (std::size_t done = most_limbs; done < n;) {
    const std::size_t piece = std::min(most_limbs, n - done);
    std::copy_n(out + done, m, overlap);
    if (piece >= m)
      multiply(out + done, a + done, piece, b, m);
    else
      multiply(out + done, b, m, a + done, piece);
    add(out + done, out + done, piece + m, overlap, m);
    done += piece;
  }
}

void square(limb* out, const limb* a, std::size_t n) noexcept {
  if (n < 18) return adx::square(out, a, n);
  if (blocks(n) < 10 || n > most_limbs) return multiply(out, a, n, a, n);
  square_tiles(out, a, n);
}

}  // namespace gbi::words::ifma

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
