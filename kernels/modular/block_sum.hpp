/// \file
/// A sum of products of blocks of W words: one column of a product whose operands are cut into such blocks.
///
/// Row j of a product of blocks, a times the word b_j, starts at word j. Its wide multiply-adds form two
/// carry chains: one for the sums that start at even words, one for those that start at odd words. The
/// compiler knows the place of every sum, so nothing moves. The carry out of a chain is only counted, because
/// the sums above it already hold earlier products; the counts are added to the sums at the end.
///
/// Cost: one multiply-add per product of words, and one addition for each of the two carries of a row. A
/// thread keeps 5 W - 1 words.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/modular/word_block.hpp"
#include "kernels/word/carry_chain.hpp"

namespace gbi::kernels {

/// \tparam Words W, even
template <int Words>
class block_sum {
 public:
  using block = word_block<Words>;
  static_assert(Words % 2 == 0);

  /// The value of a sum: low + high B^W + top B^(2 W), B = 2^word_bits.
  struct value {
    block low, high;
    machine_word top;

    /// Subtracts an x that is not larger.
    GBI_DEVICE void subtract(const value& x) {
      // A borrow is a missing carry: x - y = x + ~y + 1.
      machine_word enough = 1;
      unroll<Words>([&](auto c) { low.word[c] = add_words(low.word[c], ~x.low.word[c], enough); });
      unroll<Words>([&](auto c) { high.word[c] = add_words(high.word[c], ~x.high.word[c], enough); });
      top += ~x.top + enough;
    }
  };

  /// 0
  GBI_DEVICE void clear() {
    unroll<Words>([&](auto k) { even_[k] = 0; });
    unroll<Words - 1>([&](auto k) { odd_[k] = 0; });
    unroll<Words + 1>([&](auto k) { carries_[k] = 0; });
  }

  /// sum += a b
  GBI_DEVICE void add(const block& a, const block& b) {
    unroll<Words>([&](auto j) {
      add_chain<j % 2, j>(even_, a, b.word[j]);
      add_chain<1 - j % 2, j>(odd_, a, b.word[j]);
    });
  }

  GBI_DEVICE value result() const {
    value r;
    machine_word carry = 0;
    unroll<2 * Words>([&](auto c) {
      machine_word& word = c < Words ? r.low.word[c % Words] : r.high.word[c % Words];
      const double_word even = even_[c / 2], odd = c == 0 || c == 2 * Words - 1 ? 0 : odd_[(c - 1) / 2];
      word = c % 2 == 0 ? add_words(low_word(even), high_word(odd), carry)
                        : add_words(high_word(even), low_word(odd), carry);
    });
    r.top = carries_[Words] + carry;
    carry = 0;
    unroll<Words>([&](auto c) { r.high.word[c] = add_words(r.high.word[c], carries_[c], carry); });
    r.top += carry;
    return r;
  }

 private:
  /// The products of row J by the words First, First + 2, ... of a. All of them start at even words of the
  /// sum, or all at odd words.
  template <int First, int J, int Pairs>
  GBI_DEVICE void add_chain(double_word (&sums)[Pairs], const block& a, machine_word b) {
    machine_word carry = 0;
    unroll<Words / 2>([&](auto k) {
      constexpr int c = 2 * k + First;
      sums[(c + J) / 2] = multiply_add(sums[(c + J) / 2], a.word[c], b, carry);
    });
    machine_word& count = carries_[First + J];
    count = add_words(count, 0, carry);
  }

  double_word even_[Words];          ///< element k starts at word 2 k
  double_word odd_[Words - 1];       ///< element k starts at word 2 k + 1
  machine_word carries_[Words + 1];  ///< element k starts at word W + k
};

}  // namespace gbi::kernels
