/// \file
/// Quotients and remainders of a batch by schoolbook division, one thread per element. Each step divides the
/// three leading limbs by the two leading limbs of the divisor. Dividend and divisor are shifted until the
/// divisor's top bit is set, and interleaved in device memory. The threads of a warp process the limbs in
/// lockstep, so they read whole lines.
/// Source: D. Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D.
///
/// Cost: n m products of limbs for n by m limbs. Each product reads 8 bytes of the divisor and reads and
/// writes 8 of the dividend.
#pragma once

#include "kernels/batch/elementwise.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/quotient_digit.hpp"

namespace gbi::kernels {

struct batch_divide_kernel : element_kernel<batch_divide_kernel, batch_divide_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    std::uint32_t size = args.b.count;
    while (size > 0 && limb_of(args.b, element, size - 1) == 0) --size;
    args.failed[element] = size == 0;
    for (std::uint32_t j = 0; j < args.quotient.count; ++j) set_limb(args.quotient, element, j, 0);
    for (std::uint32_t j = 0; j < args.remainder.count; ++j) set_limb(args.remainder, element, j, 0);
    if (size > 0) divide(args, element, size);
  }

 private:
  /// Limb j of a span shifted left by 0 to 63 bits.
  GBI_DEVICE static limb shifted(const batch_span& a, std::uint64_t element, std::uint32_t j, int shift) {
    const limb below = j > 0 ? limb_of(a, element, j - 1) : 0;
    return limb_of(a, element, j) << shift | below >> 1 >> (63 - shift);
  }

  GBI_DEVICE static void divide(const arguments& args, std::uint64_t element, std::uint32_t size) {
    const int shift = leading_zeros(limb_of(args.b, element, size - 1));
    const batch_row u{args.scaled + element, args.elements};
    const batch_row v{args.scaled + element + std::uint64_t{args.a.count + 1} * args.elements, args.elements};
    for (std::uint32_t j = 0; j <= args.a.count; ++j) u[j] = shifted(args.a, element, j, shift);
    for (std::uint32_t j = 0; j < size; ++j) v[j] = shifted(args.b, element, j, shift);
    const limb top = v[size - 1], second = size > 1 ? v[size - 2] : 0;
    const normalized_divisor leading{top, low_limb(~wide_limb{0} / top)};

    for (std::uint32_t j = args.a.count + 1; j-- > size;) {
      const std::uint32_t at = j - size;
      const limb quotient = quotient_digit(u[j], u[j - 1], size > 1 ? u[j - 2] : 0, leading, second);
      const limb digit = subtract(u, v, at, size, quotient) ? quotient - 1 : quotient;
      if (digit != quotient) add_back(u, v, at, size);
      set_limb(args.quotient, element, at, digit);
    }
    const std::uint32_t left = size < args.a.count + 1 ? size : args.a.count + 1;
    for (std::uint32_t j = 0; j < left && j < args.remainder.count; ++j) {
      const limb above = j + 1 < left ? u[j + 1] : 0;
      set_limb(args.remainder, element, j, u[j] >> shift | above << 1 << (63 - shift));
    }
  }

  /// u -= quotient * v, from limb `at` on. \returns whether the quotient was too large.
  GBI_DEVICE static bool subtract(const batch_row& u, const batch_row& v, std::uint32_t at,
                                  std::uint32_t size, limb quotient) {
    limb carry = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      const wide_limb product = wide_product(quotient, v[i]) + carry;
      const limb before = u[at + i];
      u[at + i] = before - low_limb(product);
      carry = high_limb(product) + (before < low_limb(product));
    }
    const limb before = u[at + size];
    u[at + size] = before - carry;
    return before < carry;
  }

  GBI_DEVICE static void add_back(const batch_row& u, const batch_row& v, std::uint32_t at,
                                  std::uint32_t size) {
    bool carry = false;
    for (std::uint32_t i = 0; i < size; ++i) u[at + i] = add_carry(u[at + i], v[i], carry);
    u[at + size] += carry;
  }
};
batch_divide_kernel map_of(const batch_divide_arguments&);

}  // namespace gbi::kernels
