/// \file
/// Quotient and remainder of two numbers by schoolbook division, by one thread. Each step divides the three
/// leading limbs by the two leading limbs of the divisor. Dividend and divisor are shifted until the
/// divisor's top bit is set.
/// Source: D. Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D.
///
/// Cost: n m products of limbs for n by m limbs. Each product reads 8 bytes of the divisor and reads and
/// writes 8 of the dividend.
#pragma once

#include "kernels/word/batch_span.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/quotient_digit.hpp"

namespace gbi::kernels {

struct schoolbook_division {
  /// If b is 0, both results are 0. Results may take the place of operands, and may have fewer limbs.
  /// \param scaled a.count + b.count + 1 limbs
  /// \returns whether b is not 0
  GBI_DEVICE static bool run(const batch_span& a, const batch_span& b, const batch_target& quotient,
                             const batch_target& remainder, std::uint64_t element, const batch_row& scaled) {
    std::uint32_t size = b.count;
    while (size > 0 && limb_of(b, element, size - 1) == 0) --size;
    if (size > 0) {
      divide(a, b, size, quotient, remainder, element, scaled);
    } else {
      clear(quotient, element, 0);
      clear(remainder, element, 0);
    }
    return size > 0;
  }

 private:
  /// Limb j of a span shifted left by 0 to 63 bits.
  GBI_DEVICE static limb shifted(const batch_span& a, std::uint64_t element, std::uint32_t j, int shift) {
    const limb below = j > 0 ? limb_of(a, element, j - 1) : 0;
    return limb_of(a, element, j) << shift | below >> 1 >> (63 - shift);
  }
  /// Limbs of a result from `first` on become 0.
  GBI_DEVICE static void clear(const batch_target& out, std::uint64_t element, std::uint32_t first) {
    for (std::uint32_t j = first; j < out.count; ++j) set_limb(out, element, j, 0);
  }

  GBI_DEVICE static void divide(const batch_span& a, const batch_span& b, std::uint32_t size,
                                const batch_target& quotient, const batch_target& remainder,
                                std::uint64_t element, const batch_row& u) {
    const int shift = leading_zeros(limb_of(b, element, size - 1));
    const batch_row v{u.limbs + (a.count + 1) * u.stride, u.stride};
    for (std::uint32_t j = 0; j <= a.count; ++j) u[j] = shifted(a, element, j, shift);
    for (std::uint32_t j = 0; j < size; ++j) v[j] = shifted(b, element, j, shift);
    const limb top = v[size - 1], second = size > 1 ? v[size - 2] : 0;
    const normalized_divisor leading = divisor_of(top);

    clear(quotient, element, a.count + 1 > size ? a.count + 1 - size : 0);
    for (std::uint32_t j = a.count + 1; j-- > size;) {
      const std::uint32_t at = j - size;
      const limb estimate = quotient_digit(u[j], u[j - 1], size > 1 ? u[j - 2] : 0, leading, second);
      const limb digit = subtract_multiple(u, v, at, size, estimate) ? estimate - 1 : estimate;
      if (digit != estimate) add_back(u, v, at, size);
      if (at < quotient.count) set_limb(quotient, element, at, digit);
    }
    const std::uint32_t left = size < a.count + 1 ? size : a.count + 1;
    for (std::uint32_t j = 0; j < left && j < remainder.count; ++j) {
      const limb above = j + 1 < left ? u[j + 1] : 0;
      set_limb(remainder, element, j, u[j] >> shift | above << 1 << (63 - shift));
    }
    clear(remainder, element, left);
  }
};

}  // namespace gbi::kernels
