/// \file
/// A number of K limbs in the registers of one thread, in words, and sums of its multiples, with a limb above
/// them. The products of a row that start at even words form one carry chain, those that start at odd words
/// another, as in row_sum.hpp; a row takes a whole limb of the other factor.
#pragma once

#include <cstdint>

#include "kernels/model/unroll.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/carry_chain.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// \tparam Limbs even
template <int Limbs>
struct thread_number {
  static constexpr int count = Limbs * words_per_limb;
  using number = machine_word[count];
  using sum = machine_word[count + words_per_limb];

  GBI_DEVICE static limb limb_at(const machine_word* x, int j) {
    if constexpr (words_per_limb == 1) return x[j];
    return limb{x[2 * j + words_per_limb - 1]} << (limb_bits - word_bits) | x[2 * j];
  }
  GBI_DEVICE static void put(machine_word* x, int j, limb value) {
    x[j * words_per_limb] = static_cast<machine_word>(value);
    if constexpr (words_per_limb > 1) x[j * words_per_limb + 1] = static_cast<machine_word>(value >> 32);
  }

  /// r 2^bits, for an r below 2^(64 (Limbs + 1) - bits) and more than half a limb of bits.
  template <int Bits>
  GBI_DEVICE static void move_up(sum& r) {
    constexpr int down = limb_bits - Bits;
    unroll<count + words_per_limb>([&](auto i) {
      constexpr int to = count + words_per_limb - 1 - i, from = to - words_per_limb;
      constexpr int lower = from < 0 ? 0 : from, upper = from + 1 < 0 ? 0 : from + 1;
      r[to] = (from < 0 ? 0 : r[lower]) >> down | (from + 1 < 0 ? 0 : r[upper]) << (word_bits - down);
    });
  }

  /// r += x y, modulo the words of r. \tparam Factors the words of y
  template <int Factors = words_per_limb>
  GBI_DEVICE static void add_multiple(sum& r, const number& x, limb y) {
    add<Factors, 0>(r, x, y);
  }
  /// r = r / 2^64 + x y, without the lowest limb.
  GBI_DEVICE static void advance(sum& r, const number& x, limb y) {
    add<words_per_limb, words_per_limb>(r, x, y);
  }

  template <class Span>
  GBI_DEVICE static auto* first_limb(const Span& x, std::uint64_t element) {
    return x.limbs + element * x.element_stride;
  }
  GBI_DEVICE static void load(const batch_span& from, std::uint64_t element, number& x) {
    const limb* at = first_limb(from, element);
    unroll<Limbs>([&](auto j) {
      put(x, j, j < from.count ? *at : 0);
      at += from.limb_stride;
    });
  }

 private:
  /// r = r / 2^(bits of Down words) + x y
  template <int Factors, int Down>
  GBI_DEVICE static void add(sum& r, const number& x, limb y) {
    constexpr int pairs = count / 2;
    static_assert(count % 2 == 0 && Factors <= words_per_limb);
    const auto first = static_cast<machine_word>(y),
               second = static_cast<machine_word>(y >> (limb_bits - word_bits));
    double_word even[pairs + 1], odd[pairs];
    unroll<pairs>([&](auto i) {
      even[i] = double_word_of(r[2 * i + Down], r[2 * i + 1 + Down]);
      machine_word none = 0;
      odd[i] = multiply_add(0, x[2 * i + 1], first, none);
    });
    even[pairs] =
        Down > 0 ? 0 : double_word_of(r[count], words_per_limb > 1 ? r[count + words_per_limb - 1] : 0);
    machine_word carry = 0, above = 0;
    unroll<pairs>([&](auto i) { even[i] = multiply_add(even[i], x[2 * i], first, carry); });
    even[pairs] = add_double_words(even[pairs], 0, carry);
    if constexpr (Factors > 1) {
      unroll<pairs>([&](auto i) { odd[i] = multiply_add(odd[i], x[2 * i], second, above); });
      carry = 0;
      unroll<pairs>([&](auto i) { even[i + 1] = multiply_add(even[i + 1], x[2 * i + 1], second, carry); });
    }
    carry = 0;
    r[0] = low_word(even[0]);
    unroll<pairs>([&](auto i) {
      r[2 * i + 1] = add_words(high_word(even[i]), low_word(odd[i]), carry);
      r[2 * i + 2] = add_words(low_word(even[i + 1]), high_word(odd[i]), carry);
    });
    if constexpr (words_per_limb > 1) r[count + 1] = high_word(even[pairs]) + above + carry;
  }
};

}  // namespace gbi::kernels
