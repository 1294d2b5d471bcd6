/// \file
/// The greatest common divisor of two numbers and the inverse of one modulo the other, by one thread. Lehmer
/// steps work on the leading 128 bits of both numbers. If these allow no step, a multiple of the smaller
/// number is subtracted.
///
/// Let (a; b) = m (a'; b') after all steps so far. Then a' = m11 a - m01 b, so m11 is the inverse of a modulo
/// b when a' has become the gcd 1. No entry in the lower row of m is larger than b = m10 a' + m11 b'.
///
/// Cost: about n Lehmer steps for n limbs. A step takes about 38 dependent word quotients, and 4 products for
/// each remaining limb of the numbers. The inverse adds the same work for the matrix row, which grows as the
/// numbers shrink. A step reads and writes 16 bytes per limb of the numbers and of the row, mostly in caches.
#pragma once

#include "kernels/word/batch_span.hpp"
#include "kernels/word/leading_bits.hpp"

namespace gbi::kernels {

struct lehmer_gcd {
  /// Results may take the place of operands.
  /// \param gcd when given, gets the gcd of a and b
  /// \param inverse when given, gets the inverse of a modulo b, or 0 if there is none
  /// \param work 2 limbs for each limb of the longer operand, 4 with inverse
  /// \returns whether an inverse is asked for and exists
  GBI_DEVICE static bool run(const batch_span& a, const batch_span& b, const batch_target& gcd,
                             const batch_target& inverse, std::uint64_t element, const batch_row& work) {
    const std::uint32_t limbs = a.count > b.count ? a.count : b.count;
    const std::uint64_t each = limbs * work.stride;
    const working_rows rows{work,
                            {work.limbs + each, work.stride},
                            {work.limbs + 2 * each, work.stride},
                            {work.limbs + 3 * each, work.stride}};
    limb any_a = 0, any_b = 0, above_one = 0;
    for (std::uint32_t j = 0; j < limbs; ++j) {
      const limb x = limb_of(a, element, j), y = limb_of(b, element, j);
      rows.a[j] = x;
      rows.b[j] = y;
      any_a |= x;
      any_b |= y;
      above_one |= j == 0 ? y ^ 1 : y;
    }
    const bool with_inverse = inverse.limbs != nullptr, is_modulo_one = above_one == 0;
    if (any_a != 0 && any_b != 0) reduce(rows, static_cast<int>(limbs), with_inverse);

    // The numbers are equal, or one is 0.
    limb beyond_one = 0;
    for (std::uint32_t j = 0; j < limbs; ++j) {
      const limb common = rows.a[j] | rows.b[j];
      beyond_one |= j == 0 ? common ^ 1 : common;
      if (j < gcd.count) set_limb(gcd, element, j, common);
    }
    const bool has_inverse = with_inverse && beyond_one == 0 && any_b != 0;
    const bool is_zero = !has_inverse || is_modulo_one;
    if (with_inverse)
      for (std::uint32_t j = 0; j < inverse.count; ++j)
        set_limb(inverse, element, j, is_zero ? 0 : rows.v[j]);
    return has_inverse;
  }

 private:
  struct working_rows {
    batch_row a, b;  ///< the numbers
    batch_row u, v;  ///< the lower row of the matrix
  };

  /// Replaces both numbers, which are positive, by their gcd.
  GBI_DEVICE static void reduce(const working_rows& rows, int limbs, bool with_row) {
    const int widest = limbs;
    int row_limbs = 1;
    if (with_row)
      for (int j = 0; j < limbs; ++j) {
        rows.u[j] = 0;
        rows.v[j] = j == 0;
      }
    for (;;) {
      limb top = 0;
      while (limbs > 0 && (top = rows.a[limbs - 1] | rows.b[limbs - 1]) == 0) --limbs;
      const int low = (limbs - 3) * limb_bits + bit_length(top);
      word_matrix m;
      if (half_gcd_of_pairs(window(rows.a, limbs, low), window(rows.b, limbs, low), m)) {
        take_steps(rows.a, rows.b, limbs, m);
        if (with_row) row_limbs = extend(rows.u, rows.v, row_limbs, widest, m);
        continue;
      }
      const bool is_second = is_less(rows.a, rows.b, limbs);
      const batch_row larger = one_of(is_second, rows.b, rows.a), smaller = one_of(is_second, rows.a, rows.b);
      const shifted_quotient multiple = coarse_quotient(larger, smaller, limbs);
      if (multiple.q == 0) return;
      subtract(larger, smaller, limbs, multiple);
      if (with_row)
        row_limbs = add(one_of(is_second, rows.u, rows.v), one_of(is_second, rows.v, rows.u), row_limbs,
                        widest, multiple);
    }
  }

  /// Returns by value, because taking the address of the choice would keep all rows in memory.
  GBI_DEVICE static batch_row one_of(bool first, const batch_row& x, const batch_row& y) {
    return {first ? x.limbs : y.limbs, x.stride};
  }

  /// (x; y) = m^-1 (x; y). Entries are below 2^63, so sums of two products stay below 2^127 in magnitude.
  GBI_DEVICE static void take_steps(const batch_row& x, const batch_row& y, int limbs, const word_matrix& m) {
    signed_wide_limb carry_x = 0, carry_y = 0;
    const auto product = [](limb p, limb q) { return static_cast<signed_wide_limb>(wide_product(p, q)); };
    for (int j = 0; j < limbs; ++j) {
      const limb a = x[j], b = y[j];
      carry_x += product(m.m11, a) - product(m.m01, b);
      carry_y += product(m.m00, b) - product(m.m10, a);
      x[j] = static_cast<limb>(carry_x);
      y[j] = static_cast<limb>(carry_y);
      carry_x >>= 64;
      carry_y >>= 64;
    }
  }

  /// (u, v) = (u, v) m. \returns the limbs of the longer one.
  GBI_DEVICE static int extend(const batch_row& u, const batch_row& v, int limbs, int widest,
                               const word_matrix& m) {
    wide_limb carry_u = 0, carry_v = 0;
    for (int j = 0; j < limbs; ++j) {
      const limb a = u[j], b = v[j];
      carry_u += wide_product(a, m.m00) + wide_product(b, m.m10);
      carry_v += wide_product(a, m.m01) + wide_product(b, m.m11);
      u[j] = low_limb(carry_u);
      v[j] = low_limb(carry_v);
      carry_u >>= 64;
      carry_v >>= 64;
    }
    if (limbs == widest || (carry_u | carry_v) == 0) return limbs;
    u[limbs] = low_limb(carry_u);
    v[limbs] = low_limb(carry_v);
    return limbs + 1;
  }

  /// x -= 2^shift q y.
  GBI_DEVICE static void subtract(const batch_row& x, const batch_row& y, int limbs,
                                  shifted_quotient multiple) {
    limb carry = 0;
    for (int j = 0; j < limbs; ++j) {
      const wide_limb product = wide_product(shifted_limb(y, limbs, multiple.shift, j), multiple.q) + carry;
      const limb before = x[j];
      x[j] = before - low_limb(product);
      carry = high_limb(product) + (before < low_limb(product));
    }
  }

  /// v += 2^shift q u. \returns the limbs of the longer one.
  GBI_DEVICE static int add(const batch_row& v, const batch_row& u, int limbs, int widest,
                            shifted_quotient multiple) {
    const int room = limbs + multiple.shift / limb_bits + 2, end = room < widest ? room : widest;
    limb carry = 0;
    for (int j = 0; j < end; ++j) {
      const wide_limb sum =
          wide_product(shifted_limb(u, limbs, multiple.shift, j), multiple.q) + v[j] + carry;
      v[j] = low_limb(sum);
      carry = high_limb(sum);
    }
    int used = end;
    while (used > limbs && v[used - 1] == 0) --used;
    return used;
  }
};

}  // namespace gbi::kernels
