/// \file
/// The sum of a product's rows as it moves past the words of one operand. A row is a number of W words times
/// one word; the next row starts one word higher.
///
/// A wide multiply-add takes two words of the sum. The multiply-adds that start at even words form one carry
/// chain, those that start at odd words another. So each chain leaves just one carry above its words. After a
/// step of one word, sums that started at odd words start at even words: the two kinds of sums swap names,
/// and nothing moves.
///
/// Row j of a square contains the words below the j-th as words of the doubled number, the j-th word once,
/// and no others. Above it, the carries ripple on.
///
/// Cost: one multiply-add per word of a row, one addition for each of its two carries, and one more per step.
/// Row j of a square saves W - j products for 2 (W - j) additions and j shifts.
/// Source of the two chains: Supranational, "sppark", ff/mont_t.cuh, for numbers that fit in one thread.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/word/carry_chain.hpp"

namespace gbi::kernels {

enum class rows_of { product, square };

/// The weight in row j of the product with place c of a thread. In a square, words of two different places
/// meet once, with weight two, when the higher one is the factor.
constexpr int row_weight(rows_of kind, int c, int j) {
  return kind == rows_of::product || c == j ? 1 : c < j ? 2 : 0;
}

/// \tparam Words W, even
template <int Words>
class row_sum {
 public:
  static constexpr int pairs = Words / 2;
  static_assert(Words % 2 == 0);

  /// 0
  GBI_DEVICE void clear() {
    unroll<pairs>([&](auto k) { even_[k] = odd_[k] = 0; });
    even_carry_ = odd_carry_ = 0;
  }
  GBI_DEVICE machine_word lowest() const { return low_word(even_[0]); }

  using number = machine_word[Words];

  /// sum += a b, or row j of a square.
  template <rows_of Kind = rows_of::product, int J = 0>
  GBI_DEVICE void add(const number& a, machine_word b) {
    add_row<Kind, J>(a, b, 0);
  }
  /// As add(), after sum = sum / B without the lowest word, B = 2^word_bits.
  template <rows_of Kind = rows_of::product, int J = 0>
  GBI_DEVICE void advance(const number& a, machine_word b) {
    const double_word lowest = even_[0], above = double_word_of(even_carry_, odd_carry_);
    unroll<pairs>([&](auto k) {
      even_[k] = odd_[k];
      odd_[k] = k + 1 < pairs ? even_[(k + 1) % pairs] : above;
    });
    even_carry_ = odd_carry_ = 0;
    machine_word carry = 0;
    const machine_word low = add_words(low_word(even_[0]), high_word(lowest), carry);
    even_[0] = double_word_of(low, high_word(even_[0]));
    add_row<Kind, J>(a, b, carry);
  }
  /// sum += x B^(W - 1)
  GBI_DEVICE void add_highest(machine_word x) {
    double_word& last = even_[pairs - 1];
    machine_word carry = 0;
    const machine_word high = add_words(high_word(last), x, carry);
    last = double_word_of(low_word(last), high);
    even_carry_ = add_words(even_carry_, 0, carry);
  }

  /// The words of sum / B without the lowest word, plus x B^(W - 1). \returns the part above W words.
  GBI_DEVICE machine_word words(number& to, machine_word x) const {
    machine_word carry = 0;
    unroll<Words>([&](auto c) {
      const double_word odd = odd_[c / 2];
      if constexpr (c % 2 == 0)
        to[c] = add_words(high_word(even_[c / 2]), low_word(odd), carry);
      else
        to[c] = add_words(c + 1 < Words ? low_word(even_[(c + 1) / 2 % pairs]) : even_carry_, high_word(odd),
                          carry);
    });
    const machine_word above = odd_carry_ + carry;
    carry = 0;
    to[Words - 1] = add_words(to[Words - 1], x, carry);
    return above + carry;
  }

 private:
  /// The carry in is added to the second word.
  template <rows_of Kind, int J>
  GBI_DEVICE void add_row(const number& a, machine_word b, machine_word carry) {
    add_chain<Kind, J, 1>(odd_, a, b, carry);
    odd_carry_ = add_words(odd_carry_, 0, carry);
    carry = 0;
    add_chain<Kind, J, 0>(even_, a, b, carry);
    even_carry_ = add_words(even_carry_, 0, carry);
  }
  template <rows_of Kind, int J, int First>
  GBI_DEVICE static void add_chain(double_word (&sums)[pairs], const number& a, machine_word b,
                                   machine_word& carry) {
    unroll<pairs>([&](auto k) {
      constexpr int c = 2 * k + First;
      constexpr int weight = row_weight(Kind, c, J);
      if constexpr (Kind == rows_of::product) {
        sums[k] = multiply_add(sums[k], a[c], b, carry);
      } else if constexpr (weight == 2) {
        sums[k] = multiply_add(sums[k], a[c] << 1 | highest_bit_below(a, c), b, carry);
      } else if constexpr (weight == 1) {
        // The highest bit of the doubled words is added together with the product; their sum may exceed a
        // word.
        const machine_word above = highest_bit_below(a, c) != 0 ? b : 0;
        sums[k] = add_double_words(sums[k], word_product(a[c], b) + above, carry);
      } else {
        sums[k] = add_double_words(sums[k], 0, carry);
      }
    });
  }

  GBI_DEVICE static machine_word highest_bit_below(const number& a, int c) {
    return c == 0 ? 0 : a[c == 0 ? 0 : c - 1] >> (word_bits - 1);
  }

  double_word even_[pairs], odd_[pairs];
  machine_word even_carry_, odd_carry_;  ///< at the words W and W + 1
};

}  // namespace gbi::kernels
