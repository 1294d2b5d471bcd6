/// \file
/// Arithmetic modulo an odd word in registers, like montgomery_modulus without views.
#pragma once

#include "kernels/word/wide_product.hpp"
#include "src/words/division/reciprocal.hpp"
#include "src/words/number_theory/montgomery_rows.hpp"

namespace gbi::words {

class montgomery_word {
 public:
  explicit montgomery_word(limb n) noexcept
      : n_(n), inverse_(-negative_inverse(n)), one_((limb{0} - n) % n), r_squared_(0) {}

  limb one() const noexcept { return one_; }
  limb minus_one() const noexcept { return n_ - one_; }
  /// The Montgomery form of any a. It needs 2^128 modulo n, which prepare_montgomery() computes.
  void prepare_montgomery() noexcept {
    r_squared_ = one_;
    divide_words(r_squared_, 0, n_);
  }
  limb montgomery(limb a) const noexcept { return multiply(a % n_, r_squared_); }
  limb from_montgomery(limb a) const noexcept { return multiply(a, 1); }

  /// a b / 2^64 modulo n, for b below n. Proof: proofs/Montgomery.v, theorem montgomery_word_multiply.
  limb multiply(limb a, limb b) const noexcept {
    const kernels::wide_limb product = kernels::wide_product(a, b);
    const limb multiple = kernels::low_limb(product) * inverse_,
               taken = kernels::high_limb(kernels::wide_product(multiple, n_)),
               high = kernels::high_limb(product);
    return high - taken + (high < taken ? n_ : 0);
  }
  limb twice(limb a) const noexcept { return a >= n_ - a ? a - (n_ - a) : a + a; }

 private:
  limb n_, inverse_, one_, r_squared_;
};

}  // namespace gbi::words
