/// \file
/// Montgomery products and squares row by row: every step multiplies whole operands by one digit.
///
/// Each thread keeps the sums of its D columns as 64-bit integers. A step is
///
///     multiply:  sums += a b_j          (the digit b_j of the other operand is read from shared memory)
///     reduce:    sums += n q            q = -sums_0 / n modulo a digit: the lowest digit becomes 0
///
/// and ends by shifting the columns by one. A thread passes its lowest sum to the previous thread; the first
/// thread adds the carry of that sum to the next column instead. The first thread of the team computes q for
/// the next step as soon as its lowest column is known. So a step needs one exchange, and after one step per
/// digit of the number, the columns hold a b / R.
/// Source: P. Montgomery, Math. Comp. 44 (1985); for the interleaving of both rows ("CIOS", finely
/// integrated): C. Koc, T. Acar, B. Kaliski, IEEE Micro 16 (1996).
///
/// A square needs each product of two different digits once, with weight two. The places of the digits in
/// their threads decide which of the two occurrences is computed: in step j of a thread's D steps, the other
/// threads multiply their digits
///
///     0 ... j - 1 (weight two), j (weight one), none above j.
///
/// So two digits of different places meet once, with weight two, and two digits of the same place meet twice,
/// with weight one. Every thread computes D (D + 1) / 2 products instead of D^2, whichever digits it holds.
///
/// The biases of a column (word/fused_digit.hpp) are known in advance. A column receives all of them with the
/// opposite sign when it enters a thread, and leaves the thread's lowest place as its true sum plus 2^63.
///
/// Bounds: a step adds halves of two products to a column. Low halves are in [0, 2^52), and high halves are
/// at most 2^50. So sums of 640 steps stay below 2^63; longer numbers carry in between.
///
/// Cost of a step per thread: D products for the modulus, D or (D + 1) / 2 for the operand, one more for the
/// quotient, and one exchange.
#pragma once

#include "kernels/modular/digits.hpp"
#include "kernels/modular/row_sum.hpp"

namespace gbi::kernels {

template <int Columns>
struct digit_sums {
  digit_sum sum[Columns];
};

/// Steps between carries.
inline constexpr int safe_steps = 640;
/// The excess of sums that leave a thread.
inline constexpr digit_sum passed_offset = digit_sum{1} << 63;

/// The biases in a thread's columns.
template <rows_of Kind, int Digits>
struct row_bias {
  /// The weight in step j of the product of its digit and digit c of the thread.
  static constexpr digit_sum weight(int c, int j) {
    return c < 0 || c >= Digits ? 0 : static_cast<digit_sum>(row_weight(Kind, c, j));
  }
  /// The biases that step j adds to the sum in place c, for the operand and the modulus.
  static constexpr digit_sum of_step(int c, int j) {
    return (weight(c, j) + (c < Digits ? 1 : 0)) * low_bias +
           (weight(c - 1, j) + (c > 0 ? 1 : 0)) * high_bias;
  }
  /// The biases that a column in place c still receives from step j on.
  static constexpr digit_sum left(int c, int j) {
    digit_sum all = c > 0 ? carry_offset : 0;
    for (; c >= 0; --c, j = (j + 1) % Digits) all += of_step(c, j);
    return all;
  }
  /// The excess of the sum in place c before a thread's first step.
  static constexpr digit_sum at(int c) { return passed_offset - left(c, 0); }
  /// The initial value of a column that enters before step j. The sum that the next thread passes on is added
  /// to it.
  static constexpr digit_sum fresh(int j) { return 0 - left(Digits, j); }
};

/// Steps `begin` to `end` of the rows; their number is a multiple of a thread's steps. Before and after, the
/// sums exceed the true sums by row_bias::at. b is in the cells.
template <rows_of Kind, class Block, int Limbs>
GBI_DEVICE void run_rows(const digit_team<Block, Limbs>& team, int begin, int end,
                         per_thread<Block, digit_sums<thread_digits(Limbs) + 1>>& sums,
                         const per_thread<Block, digit_block<thread_digits(Limbs)>>& a,
                         const per_thread<Block, digit_block<thread_digits(Limbs)>>& n,
                         const per_thread<Block, fused_digit>& negative_inverse) {
  constexpr int digits = thread_digits(Limbs);
  // All steps of a product are the same.
  constexpr int period = Kind == rows_of::square ? digits : 1;
  using bias = row_bias<Kind, digits>;
  handover<Block, digit_team<Block, Limbs>> exchange(team);
  per_thread<Block, digit_sums<digits>> halves;  // for products with weight two

  const auto multiply = [&](int thread, auto j, int step) {
    const fused_digit b = team.digit_in(team.row(thread)[step]);
    auto& sum = sums[thread].sum;
    auto& half = halves[thread].sum;
    unroll<Kind == rows_of::square ? j + 1 : digits>([&](auto c) {
      const digit_product product = product_of(a[thread].digit[c], b);
      const bool is_half = bias::weight(c, j) == 2;
      (is_half ? half[c] : sum[c]) += product.low;
      (is_half ? half[(c + 1) % digits] : sum[c + 1]) += product.high;
    });
    if constexpr (Kind == rows_of::square) sum[0] += 2 * half[0];
    return quotient_of(sum[0], negative_inverse[thread]);
  };
  const auto reduce = [&](int thread, auto j, int step) {
    auto& sum = sums[thread].sum;
    auto& half = halves[thread].sum;
    const bool is_first = team.rank(thread) == 0;
    const fused_digit q = exchange.quotient(thread, step);
    sum[digits - 1] += exchange.passed(thread, step);
    unroll<digits>([&](auto c) {
      const digit_product product = product_of(n[thread].digit[c], q);
      sum[c] += product.low;
      sum[c + 1] += product.high;
    });
    const digit_sum lowest = sum[0];
    sum[1] += is_first ? carry_of(lowest) : carry_offset;
    unroll<digits>([&](auto c) { sum[c] = sum[c + 1]; });
    sum[digits] = bias::fresh((j + 1) % digits);
    if constexpr (Kind == rows_of::square) {
      unroll<digits - 1>([&](auto c) { half[c] = half[c + 1]; });
      half[digits - 1] = 0;
    }
    return is_first ? passed_offset : lowest;
  };
  const auto take_step = [&](auto j, int step) {
    constexpr int next = (j + 1) % period;
    exchange.deliver();
    team.phase([&](int thread) {
      const digit_sum passed = reduce(thread, j, step);
      exchange.tell(thread, step + 1, multiply(thread, std::integral_constant<int, next>{}, step + 1),
                    passed);
    });
  };

  team.phase([&](int thread) {
    sums[thread].sum[digits] = bias::fresh(0);
    halves[thread] = {};
    exchange.tell(thread, begin, multiply(thread, std::integral_constant<int, 0>{}, begin), 0);
  });
  constexpr std::integral_constant<int, period - 1> last;
  for (int step = begin;; step += period) {
    unroll<period - 1>([&](auto j) { take_step(j, step + j); });
    if (step + period >= end) break;
    take_step(last, step + period - 1);
  }
  exchange.deliver();
  team.phase([&](int thread) { exchange.tell(thread, end, fused_digit{0}, reduce(thread, last, end - 1)); });
  exchange.deliver();
  team.phase([&](int thread) {
    sums[thread].sum[digits - 1] += exchange.passed(thread, end);
    if constexpr (Kind == rows_of::square)
      unroll<digits>([&](auto c) { sums[thread].sum[c] += 2 * halves[thread].sum[c]; });
  });
}

/// The digits of sums that exceed the true sums by `Bias::at`. The part of a sum above 52 bits goes to the
/// next digit.
template <class Bias, class Block, int Limbs>
GBI_DEVICE void carry_sums(const digit_team<Block, Limbs>& team,
                           per_thread<Block, digit_sums<thread_digits(Limbs) + 1>>& sums,
                           per_thread<Block, digit_block<thread_digits(Limbs)>>& x) {
  constexpr int digits = thread_digits(Limbs);
  per_thread<Block, std::uint32_t> carry;
  team.phase([&](int thread) {
    unroll<digits>([&](auto c) { sums[thread].sum[c] += split_offset - Bias::at(c); });
    carry[thread] = static_cast<std::uint32_t>(carry_of(sums[thread].sum[digits - 1]));
  });
  carry = team.from_previous(carry, static_cast<std::uint32_t>(carry_offset));
  team.phase([&](int thread) {
    unroll<digits>([&](auto c) {
      constexpr int before = c == 0 ? 0 : c - 1;
      x[thread].digit[c] =
          digit_of(sums[thread].sum[c], c == 0 ? carry[thread] : carry_of(sums[thread].sum[before]));
    });
  });
}

}  // namespace gbi::kernels
