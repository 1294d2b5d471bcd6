/// \file
/// Arithmetic modulo an odd limb d by Montgomery's reduction, and exact division by d. Both need only
/// products and no corrections, unlike a division of two limbs by one.
///
/// A reduction divides by 2^64, so one factor of a product is usually a constant times 2^64: a *scaled* one.
///
/// Sources: P. Montgomery, Math. Comp. 44 (1985); T. Jebelean, "An algorithm for exact division", J. Symbolic
/// Computation 15 (1993).
#pragma once

#include "kernels/word/product_accumulator.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// A sum of up to 32 products of a limb and a residue.
struct residue_sum {
  limb low = 0, high = 0, top = 0;
};

/// Adds up such a sum. On a GPU, the products of digits at one place have a sum of their own, so that no
/// carry passes between them.
class residue_accumulator {
 public:
#if defined(__CUDA_ARCH__)
  GBI_DEVICE void add(limb x, limb y) {
    place_[0].add(lower(x), lower(y));
    place_[1].add(lower(x), upper(y));
    place_[1].add(upper(x), lower(y));
    place_[2].add(upper(x), upper(y));
  }
  GBI_DEVICE residue_sum value() const {
    const wide_limb rest = place_[1].value() + (place_[0].value() >> 32);
    const wide_limb high = place_[2].value() + (rest >> 32);
    return {low_limb(rest) << 32 | lower(place_[0].low), low_limb(high), high_limb(high)};
  }

 private:
  GBI_DEVICE static std::uint32_t lower(limb x) {
    return static_cast<std::uint32_t>(x);
  }
  GBI_DEVICE static std::uint32_t upper(limb x) {
    return static_cast<std::uint32_t>(x >> 32);
  }

  product_accumulator place_[3];
#else
  void add(limb x, limb y) {
    const wide_limb product = wide_product(x, y), sum = (wide_limb{sum_.high} << 64 | sum_.low) + product;
    sum_ = {low_limb(sum), high_limb(sum), sum_.top + (sum < product)};
  }
  residue_sum value() const {
    return sum_;
  }

 private:
  residue_sum sum_;
#endif
};

/// Residues are below d.
struct limb_modulus {
  limb value;
  limb inverse;  ///< 1 / d modulo 2^64

  static constexpr limb_modulus of(limb odd) {
    limb inverse = (3 * odd) ^ 2;  // right modulo 2^5
    for (int bits = 5; bits < limb_bits; bits *= 2) inverse *= 2 - odd * inverse;
    return {odd, inverse};
  }

  /// The upper limb of the multiple of d whose lower limb is `low`.
  GBI_BOTH constexpr limb upper_of_multiple(limb low) const {
    return high_limb(wide_product(low * inverse, value));
  }
  /// (high, low) / 2^64, for high < d.
  /// Proof: proofs/Montgomery.v, theorem limb_modulus_reduce.
  GBI_BOTH constexpr limb reduce(limb high, limb low) const {
    const limb upper = upper_of_multiple(low);
    return high - upper + (high < upper ? value : 0);
  }
  /// sum / 2^128. After the first step, which adds d instead of comparing, the rest is below 33 d. So its
  /// upper limb is below d: it is 0 unless d is above 2^58.
  GBI_BOTH constexpr limb reduce(const residue_sum& sum) const {
    const wide_limb rest = (wide_limb{sum.top} << 64 | sum.high) + (value - upper_of_multiple(sum.low));
    return reduce(high_limb(rest), low_limb(rest));
  }

  GBI_BOTH constexpr limb add(limb x, limb y) const {
    const limb sum = x + y;
    return sum < x || sum >= value ? sum - value : sum;
  }
  GBI_BOTH constexpr limb subtract(limb x, limb y) const { return x - y + (x < y ? value : 0); }
  /// x y / 2^64, for any limb x and a residue y.
  GBI_BOTH constexpr limb multiply(limb x, limb y) const {
    const wide_limb product = wide_product(x, y);
    return reduce(high_limb(product), low_limb(product));
  }
  /// (x y + z) / 2^64 for residues x and y and any limb z: the upper limb of the sum is below d.
  GBI_BOTH constexpr limb multiply_add(limb x, limb y, limb z) const {
    const wide_limb sum = wide_product(x, y) + z;
    return reduce(high_limb(sum), low_limb(sum));
  }

  /// The next limb of an exact quotient, from the lowest one up. `carry`, at most d, is what the limbs below
  /// leave to subtract.
  /// Proof: proofs/Montgomery.v, theorem limb_modulus_divide_exactly.
  GBI_BOTH constexpr limb divide_exactly(limb x, limb& carry) const {
    const wide_limb rest = wide_limb{x} - carry;
    const limb quotient = low_limb(rest) * inverse;
    carry = high_limb(wide_product(quotient, value)) - high_limb(rest);
    return quotient;
  }

  /// 2^(64 exponent), scaled. Host only: the scale is a remainder of 128 bits.
  constexpr limb scaled_power(std::uint64_t exponent) const {
    limb result = low_limb((wide_limb{1} << 64) % value),
         base = low_limb(wide_product(result, result) % value);
    for (; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) result = multiply(result, base);
      base = multiply(base, base);
    }
    return result;
  }
};

/// powers[k] = base^(2^k), all scaled.
template <int Count>
constexpr void fill_squares(limb (&powers)[Count], limb base, const limb_modulus& modulus) {
  for (limb& power : powers) {
    power = base;
    base = modulus.multiply(base, base);
  }
}

}  // namespace gbi::kernels
