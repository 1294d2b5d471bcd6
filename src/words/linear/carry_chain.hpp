/// \file
/// Loops over limbs for which compilers produce poor machine code: sums with the processor's carry flag, and
/// shifts in vectors.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

#if defined(__x86_64__)
inline constexpr bool has_carry_flag = true;

enum class chain { sum, difference };

/// out = a + b or a - b of n limbs. \returns the carry or borrow, 0 or 1. The loop takes about one cycle per
/// limb and four limbs per iteration. The instructions that step its counter do not change the carry flag.
template <chain Kind>
inline limb run_chain(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  limb carry = 0;
  std::size_t few = n % 4, fours = n / 4;
  asm volatile(
      ".macro gbi_step place\n\t"
      "mov \\place(%[a]), %[t]\n\t"
      ".if %c[is_sum]\n\t"
      "adc \\place(%[b]), %[t]\n\t"
      ".else\n\t"
      "sbb \\place(%[b]), %[t]\n\t"
      ".endif\n\t"
      "mov %[t], \\place(%[out])\n\t"
      ".endm\n\t"
      "xor %k[t], %k[t]\n\t"  // clears the carry flag
      "jrcxz 2f\n"
      "1:\n\t"
      "gbi_step 0\n\t"
      "lea 8(%[a]), %[a]\n\tlea 8(%[b]), %[b]\n\tlea 8(%[out]), %[out]\n\t"
      "dec %[few]\n\tjnz 1b\n"
      "2:\n\t"
      "mov %[fours], %[few]\n\t"
      "jrcxz 4f\n"
      "3:\n\t"
      "gbi_step 0\n\tgbi_step 8\n\tgbi_step 16\n\tgbi_step 24\n\t"
      "lea 32(%[a]), %[a]\n\tlea 32(%[b]), %[b]\n\tlea 32(%[out]), %[out]\n\t"
      "dec %[few]\n\tjnz 3b\n"
      "4:\n\t"
      "setc %b[t]\n\tmovzbl %b[t], %k[t]\n\t"
      ".purgem gbi_step"
      : [t] "=&r"(carry), [few] "+c"(few), [out] "+r"(out), [a] "+r"(a), [b] "+r"(b)
      : [fours] "r"(fours), [is_sum] "i"(Kind == chain::sum)
      : "cc", "memory");
  return carry;
}

/// out = a + b of n limbs. \returns the carry.
inline limb add_with_flag(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  return run_chain<chain::sum>(out, a, b, n);
}
/// out = a - b of n limbs. \returns the borrow.
inline limb subtract_with_flag(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  return run_chain<chain::difference>(out, a, b, n);
}
#else
inline constexpr bool has_carry_flag = false;

limb add_with_flag(limb* out, const limb* a, const limb* b, std::size_t n) noexcept;
limb subtract_with_flag(limb* out, const limb* a, const limb* b, std::size_t n) noexcept;
#endif

/// Two limbs at any, possibly unaligned, place of an array.
struct unaligned_pair {
  typedef limb vector __attribute__((vector_size(16), aligned(8), may_alias));

  static vector at(const limb* place) noexcept { return *reinterpret_cast<const vector*>(place); }
  static void put(limb* place, vector pair) noexcept { *reinterpret_cast<vector*>(place) = pair; }
};

/// Computes limbs 1 to n - 1 of a 2^bits, 0 < bits < 64, from the top in pairs. `out` may be a, or above it.
/// \returns the number of limbs that remain, 1 to 4.
inline std::size_t shift_pairs_left(limb* out, const limb* a, std::size_t n, int bits) noexcept {
  for (; n > 4; n -= 4) {
    const unaligned_pair::vector high =
        unaligned_pair::at(a + n - 2) << bits | unaligned_pair::at(a + n - 3) >> (limb_bits - bits);
    const unaligned_pair::vector low =
        unaligned_pair::at(a + n - 4) << bits | unaligned_pair::at(a + n - 5) >> (limb_bits - bits);
    unaligned_pair::put(out + n - 2, high);
    unaligned_pair::put(out + n - 4, low);
  }
  return n;
}

/// Computes limbs of a / 2^bits from the bottom, 0 < bits < 64. `out` may be a, or below it. \returns the
/// number of limbs done.
inline std::size_t shift_pairs_right(limb* out, const limb* a, std::size_t n, int bits) noexcept {
  std::size_t i = 0;
  for (; i + 4 < n; i += 4) {
    const unaligned_pair::vector low = unaligned_pair::at(a + i) >> bits | unaligned_pair::at(a + i + 1)
                                                                               << (limb_bits - bits);
    const unaligned_pair::vector high = unaligned_pair::at(a + i + 2) >> bits | unaligned_pair::at(a + i + 3)
                                                                                    << (limb_bits - bits);
    unaligned_pair::put(out + i, low);
    unaligned_pair::put(out + i + 2, high);
  }
  return i;
}

}  // namespace gbi::words
