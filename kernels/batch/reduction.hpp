/// \file
/// Remainders of products of a batch by three products of its width, one thread per element around them.
///
/// For moduli of k limbs, B = 2^64: a modulus n is aligned to N = n B^w, whose top limb is not 0, and has a
/// reciprocal x with B^2k / N - 3 < x < B^2k / N. For a product t, q = floor(floor(t / B^k) x / B^k) is at
/// most t / N, and t - q N < B^k + 4 N < 5 B^k. Its k lowest limbs are those of t less those of q N. Its limb
/// above them follows from t, q and N modulo B - 1, because B^k = 1 there. What is left is a division of
/// these limbs by n. It has one digit if n is as long as N.
/// Sources: P. Barrett, CRYPTO '86; A. Menezes et al., Handbook of Applied Cryptography, 14.42.
///
/// The kernels read 2 k limbs and write k (estimate), and read 3 k and write k up to twice (reduce).
#pragma once

#include "kernels/batch/elementwise.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/quotient_digit.hpp"

namespace gbi::kernels {

/// A number modulo 2^64 - 1, of which 0 has two forms.
struct folded_limb {
  limb value = 0;

  GBI_DEVICE folded_limb operator+(folded_limb b) const {
    const limb sum = value + b.value;
    return {sum + (sum < b.value)};
  }
  GBI_DEVICE folded_limb operator-(folded_limb b) const { return *this + folded_limb{~b.value}; }
  GBI_DEVICE folded_limb operator*(folded_limb b) const {
    const wide_limb product = wide_product(value, b.value);
    return folded_limb{low_limb(product)} + folded_limb{high_limb(product)};
  }
  GBI_DEVICE limb least() const { return value == ~limb{0} ? 0 : value; }
};

/// The upper limb of (high, low) 2^shift, for 0 <= shift < 64.
GBI_DEVICE limb shifted_up(limb high, limb low, int shift) {
  return high << shift | low >> 1 >> (63 - shift);
}

struct batch_align_kernel : element_kernel<batch_align_kernel, batch_align_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    std::uint32_t size = args.modulus.count;
    while (size > 1 && limb_of(args.modulus, element, size - 1) == 0) --size;
    const std::uint32_t distance = args.modulus.count - size;
    const limb top = limb_of(args.modulus, element, size - 1);
    const int shift = leading_zeros(top != 0 ? top : 1);
    folded_limb sum;
    limb below = 0;
    for (std::uint32_t j = 0; j < args.aligned.count; ++j) {
      limb x = j < distance ? 0 : limb_of(args.modulus, element, j - distance);
      if (top == 0 && j == distance) x = 1;
      set_limb(args.aligned, element, j, x);
      set_limb(args.normalised, element, j, shifted_up(x, below, shift));
      below = x;
      sum = sum + folded_limb{x};
    }
    args.sum[element] = sum.value;
  }
};
batch_align_kernel map_of(const batch_align_arguments&);

/// Proof: proofs/Division.v, theorem batch_reciprocal_is_near.
struct batch_reciprocal_kernel : element_kernel<batch_reciprocal_kernel, batch_reciprocal_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const int shift = leading_zeros(limb_of(args.aligned, element, args.aligned.count - 1));
    limb below = limb_of(args.normalised, element, 0);
    for (std::uint32_t j = 0; j < args.reciprocal.count; ++j) {
      const limb x = limb_of(args.normalised, element, j + 1);
      set_limb(args.reciprocal, element, j, shifted_up(x, below, shift));
      below = x;
    }
  }
};
batch_reciprocal_kernel map_of(const batch_reciprocal_arguments&);

/// Proof: proofs/Division.v, theorem batch_estimate_is_near.
struct batch_estimate_kernel : element_kernel<batch_estimate_kernel, batch_estimate_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const std::uint32_t limbs = args.quotient.count;
    const limb whole = limb_of(args.reciprocal, element, limbs);
    folded_limb sum_of_upper, sum_of_quotient;
    limb carry = 0;
    for (std::uint32_t j = 0; j < limbs; ++j) {
      limb& at = args.quotient.limbs[j * args.quotient.limb_stride + element];
      const limb upper = limb_of(args.upper, element, j);
      const wide_limb quotient = wide_product(upper, whole) + at + carry;
      at = low_limb(quotient);
      carry = high_limb(quotient);
      sum_of_upper = sum_of_upper + folded_limb{upper};
      sum_of_quotient = sum_of_quotient + folded_limb{low_limb(quotient)};
    }
    const folded_limb multiple =
        (sum_of_quotient + folded_limb{carry}) * folded_limb{args.sum[element * args.sum_stride]};
    args.difference[element] = (sum_of_upper - multiple).value;
  }
};
batch_estimate_kernel map_of(const batch_estimate_arguments&);

/// Proof: proofs/Division.v, theorem batch_reduce_knows_the_limb_above.
struct batch_reduce_kernel : element_kernel<batch_reduce_kernel, batch_reduce_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    if (limb_of(args.modulus, element, 0) % 2 == 0) {
      for (std::uint32_t j = 0; j < args.out.count; ++j) set_limb(args.out, element, j, 0);
      return;
    }
    rest left{{args.out.limbs + element, args.out.limb_stride}, args.out.count, 0, 0};
    folded_limb sum{args.difference[element]};
    bool carry = true;
    for (std::uint32_t j = 0; j < left.count; ++j) {
      const limb multiple = limb_of(args.multiple, element, j);
      left.lower[j] = add_carry(limb_of(args.lower, element, j), ~multiple, carry);
      sum = sum + folded_limb{multiple};
    }
    left.above = (sum - folded_limb{carry ? limb{0} : limb{1}}).least();
    divide(left, args.aligned, element);
  }

 private:
  /// count + 2 limbs, all but two of them in memory.
  struct rest {
    batch_row lower;
    std::uint32_t count;
    limb above, top;

    GBI_DEVICE limb& operator[](std::uint32_t j) { return j < count ? lower[j] : j == count ? above : top; }
  };

  /// The limbs of an aligned modulus above its low zeros.
  struct divisor {
    const batch_span& aligned;
    std::uint64_t element;
    std::uint32_t zeros;

    GBI_DEVICE limb operator[](std::uint32_t j) const { return limb_of(aligned, element, zeros + j); }
  };

  /// u becomes u mod n.
  GBI_DEVICE static void divide(rest& u, const batch_span& aligned, std::uint64_t element) {
    std::uint32_t zeros = 0;
    while (limb_of(aligned, element, zeros) == 0) ++zeros;
    const divisor n{aligned, element, zeros};
    const std::uint32_t size = u.count - zeros;
    const int shift = leading_zeros(limb_of(aligned, element, u.count - 1));
    const auto below_top = [&](std::uint32_t places) {
      return places < u.count ? limb_of(aligned, element, u.count - 1 - places) : 0;
    };
    const limb top = shifted_up(below_top(0), below_top(1), shift),
               second = shifted_up(below_top(1), below_top(2), shift);
    const normalized_divisor leading = divisor_of(top);
    for (std::uint32_t at = zeros + 2; at-- > 0;) {
      const std::uint32_t j = at + size;
      const auto limb_below = [&](std::uint32_t places) { return places <= j ? u[j - places] : 0; };
      const limb digit = quotient_digit(shifted_up(limb_below(0), limb_below(1), shift),
                                        shifted_up(limb_below(1), limb_below(2), shift),
                                        shifted_up(limb_below(2), limb_below(3), shift), leading, second);
      if (digit != 0 && subtract_multiple(u, n, at, size, digit)) add_back(u, n, at, size);
    }
  }
};
batch_reduce_kernel map_of(const batch_reduce_arguments&);

}  // namespace gbi::kernels
