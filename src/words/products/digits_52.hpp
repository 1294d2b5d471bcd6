/// \file
/// Numbers in digits of 52 bits, eight per vector, for the processor's IFMA instructions, and conversions to
/// and from limbs.
///
/// Eight digits are 52 bytes. Digits at even places start at a byte boundary, those at odd places four bits
/// after one. So byte permutations and one shift convert them.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words::ifma {

#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,bmi2"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,bmi2")
#endif

inline constexpr int digit_bits = 52;
/// Digits per vector, and the bytes of a number that they hold.
inline constexpr std::size_t block_digits = 8, block_bytes = 52;

/// Vectors for n limbs.
constexpr std::size_t blocks(std::size_t n) noexcept {
  return (8 * n + block_bytes - 1) / block_bytes;
}

/// A mask of the first `bytes` of 64 bytes.
inline __mmask64 first_bytes(std::ptrdiff_t bytes) noexcept {
  return bytes >= 64 ? ~__mmask64{0} : bytes <= 0 ? 0 : _bzhi_u64(~0ULL, static_cast<unsigned>(bytes));
}

/// Block `block` of a number of n limbs. The bits above a digit are not cleared, because the multiplier
/// ignores them.
inline __m512i digits_at(const limb* a, std::size_t n, std::size_t block) noexcept {
  const auto left = static_cast<std::ptrdiff_t>(8 * n) - static_cast<std::ptrdiff_t>(block_bytes * block);
  const __m512i bytes =
      _mm512_maskz_loadu_epi8(first_bytes(left), reinterpret_cast<const char*>(a) + block_bytes * block);
  // Seven bytes from byte 13 (k / 2) + (k odd ? 6 : 0) on.
  const __m512i from =
      _mm512_set_epi64(0x00'33'32'31'30'2f'2e'2d, 0x00'2d'2c'2b'2a'29'28'27, 0x00'26'25'24'23'22'21'20,
                       0x00'20'1f'1e'1d'1c'1b'1a, 0x00'19'18'17'16'15'14'13, 0x00'13'12'11'10'0f'0e'0d,
                       0x00'0c'0b'0a'09'08'07'06, 0x00'06'05'04'03'02'01'00);
  return _mm512_srlv_epi64(_mm512_permutexvar_epi8(from, bytes), _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0));
}

/// Writes eight digits below 2^52 as block `block` of a number of n limbs. It may also overwrite limbs above
/// the block, but only inside the number.
inline void put_digits(limb* out, std::size_t n, std::size_t block, __m512i digits) noexcept {
  const __m512i shifted = _mm512_sllv_epi64(digits, _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0));
  // Of each 13 bytes, bytes 0 to 6 come from a digit at an even place, bytes 6 to 12 from the next one.
  const __m512i even = _mm512_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                  //
                                       0, 0, 0, 0, 0, 0, 54, 53, 52, 51, 50, 49, 48, 0, 0, 0, 0, 0, 0, 38,  //
                                       37, 36, 35, 34, 33, 32, 0, 0, 0, 0, 0, 0, 22, 21, 20, 19, 18, 17, 16,
                                       0, 0, 0, 0, 0, 0, 6, 5, 4, 3, 2, 1, 0);
  const __m512i odd =
      _mm512_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                        //
                      62, 61, 60, 59, 58, 57, 56, 0, 0, 0, 0, 0, 0, 46, 45, 44, 43, 42, 41, 40,  //
                      0, 0, 0, 0, 0, 0, 30, 29, 28, 27, 26, 25, 24, 0, 0, 0, 0, 0, 0, 14, 13, 12, 11, 10, 9,
                      8, 0, 0, 0, 0, 0, 0);
  constexpr __mmask64 even_bytes = 0x7fULL | 0x7fULL << 13 | 0x7fULL << 26 | 0x7fULL << 39;
  constexpr __mmask64 odd_bytes = even_bytes << 6;
  const __m512i bytes = _mm512_or_si512(_mm512_maskz_permutexvar_epi8(even_bytes, even, shifted),
                                        _mm512_maskz_permutexvar_epi8(odd_bytes, odd, shifted));
  const auto left = static_cast<std::ptrdiff_t>(8 * n) - static_cast<std::ptrdiff_t>(block_bytes * block);
  char* const place = reinterpret_cast<char*>(out) + block_bytes * block;
  if (left >= 64)
    _mm512_storeu_si512(place, bytes);
  else
    _mm512_mask_storeu_epi8(place, first_bytes(left), bytes);
}

/// The mask as a number. GCC 12 widens a spilled mask to 128 bits without clearing the bits above its byte,
/// so the origin of this number must be hidden from the compiler.
inline unsigned bits_of(__mmask8 mask) noexcept {
  unsigned bits = mask;
  asm("" : "+r"(bits));
  return bits;
}

/// What the columns of a run of blocks receive from below: the high halves of products, which belong one
/// place higher, the part of a column above 52 bits, and a carry.
struct carries {
  __m512i high, above;
  unsigned one;
};

/// Writes Blocks <= 10 blocks of columns. Column k is low[k] + high[k - 1], below 2^63. Carries run through
/// vectors as through an adder: a digit that overflows generates a carry, and a digit of all ones propagates
/// one. A single addition of the two masks finds all carries.
template <int Blocks>
[[gnu::always_inline]] inline void put_columns(limb* out, std::size_t n, std::size_t first_block,
                                               const __m512i* low, const __m512i* high,
                                               carries& in) noexcept {
  __extension__ typedef unsigned __int128 mask;
  const __m512i ones = _mm512_set1_epi64((1LL << digit_bits) - 1);
  __m512i digit[Blocks];
  __m512i high_below = in.high, above_below = in.above;
  mask generated = 0, passed = 0;
#pragma GCC unroll 10
  for (int i = 0; i < Blocks; ++i) {
    const __m512i column = _mm512_add_epi64(low[i], _mm512_alignr_epi64(high[i], high_below, 7));
    high_below = high[i];
    const __m512i above = _mm512_srli_epi64(column, digit_bits);
    digit[i] = _mm512_add_epi64(_mm512_and_si512(column, ones), _mm512_alignr_epi64(above, above_below, 7));
    above_below = above;
    generated |= mask{bits_of(_mm512_cmpgt_epu64_mask(digit[i], ones))} << (8 * i);
    passed |= mask{bits_of(_mm512_cmpeq_epu64_mask(digit[i], ones))} << (8 * i);
  }
  const mask carry = ((generated << 1 | in.one) + passed) ^ passed;
#pragma GCC unroll 10
  for (int i = 0; i < Blocks; ++i) {
    const auto into = static_cast<__mmask8>(carry >> (8 * i));
    digit[i] = _mm512_mask_sub_epi64(digit[i], into, digit[i], _mm512_set1_epi64(-1));
    put_digits(out, n, first_block + static_cast<std::size_t>(i), _mm512_and_si512(digit[i], ones));
  }
  in = {high_below, above_below, static_cast<unsigned>(carry >> (8 * Blocks)) & 1};
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

}  // namespace gbi::words::ifma

#endif
