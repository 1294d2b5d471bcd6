/// \file
/// Arithmetic modulo odd numbers in Montgomery's form, x R mod n for R = 2^(bits that the team holds).
///
/// A product costs 2 n^2 word products for numbers of n words, a square 1.5 n^2 and a little. The results
/// are below n, for operands of which at least one is.
#pragma once

#include "kernels/modular/square.hpp"

namespace gbi::kernels {

template <class Block, int Limbs>
class montgomery {
 public:
  using team = kernels::team<Block, Limbs>;
  static constexpr int words = team::words;
  using value = per_thread<Block, word_block<words>>;

  GBI_DEVICE montgomery(const team& threads, const batch_span& modulus) : team_(threads) {
    team_.phase([&](int thread) GBI_INLINE {
      modulus_[thread] = team_.load(modulus, thread);
      // The threads that hold the lowest word use it.
      negative_inverse_[thread] = negative_inverse(modulus_[thread].word[0]);
    });
  }

  /// x = x y / R
  GBI_DEVICE void multiply(value& x, const value& y) const {
    per_thread<Block, columns<words>> sums;
    team_.phase([&](int thread) GBI_INLINE {
      team_.shared().blocks[1][team_.slot(thread)] = y[thread];
      sums[thread] = {};
    });
    run_rows<rows_of::montgomery_product>(team_, sums, x, modulus_, negative_inverse_);
    finish(x, sums);
  }

  /// x = x^2 / R
  GBI_DEVICE void square(value& x) const {
    per_thread<Block, columns<words>> sums;
    per_thread<Block, uncarried<words>> high;
    square_of(team_, x, sums, high);
    run_rows<rows_of::reduction>(team_, sums, x, modulus_, negative_inverse_);
    team_.phase([&](int thread) GBI_INLINE {
      unroll<words>([&](auto c) GBI_INLINE { sums[thread].sum[c].add(high[thread].word[c]); });
    });
    finish(x, sums);
  }

  /// x = 2 x mod n
  GBI_DEVICE void twice(value& x) const {
    per_thread<Block, machine_word> carry;
    team_.phase([&](int thread) GBI_INLINE {
      machine_word passed = 0;
      unroll<words>([&](auto i) GBI_INLINE {
        const machine_word word = x[thread].word[i];
        x[thread].word[i] = word << 1 | passed;
        passed = word >> (word_bits - 1);
      });
      carry[thread] = passed;
    });
    team_.resolve(x, carry);
    team_.subtract_once(x, carry, modulus_);
  }

  GBI_DEVICE void subtract_modulus_once(value& x) const {
    per_thread<Block, machine_word> carry;
    team_.phase([&](int thread) GBI_INLINE { carry[thread] = 0; });
    team_.subtract_once(x, carry, modulus_);
  }

  GBI_DEVICE const value& modulus() const { return modulus_; }

 private:
  GBI_DEVICE void finish(value& x, per_thread<Block, columns<words>>& sums) const {
    per_thread<Block, machine_word> carry;
    team_.phase([&](int thread) GBI_INLINE { carry[thread] = words_of<words>(sums[thread], x[thread]); });
    team_.resolve(x, carry);
    team_.subtract_once(x, carry, modulus_);
  }

  team team_;
  value modulus_;
  per_thread<Block, machine_word> negative_inverse_;
};

}  // namespace gbi::kernels
