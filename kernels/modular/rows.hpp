/// \file
/// Products and Montgomery reductions row by row: every step multiplies a whole operand by one word.
///
/// Each thread keeps the sums of its W columns unreduced, 64 + 32 bits for words of 32, so that a product of
/// words costs one wide multiply-add and one addition of its carry. A step
///
///     multiply:  sums += a b_j          (the word b_j of the other operand is read from shared memory)
///     reduce:    sums += n q            q = -sums_0 / n modulo a word: the lowest word becomes 0
///
/// ends with a shift of the columns by one: the lowest word goes to the thread before, or out of the number.
/// The first thread of the team computes q for the next step as soon as its lowest column is known. So there
/// is one exchange a step, and after as many steps as the number has words the columns hold
/// a b / R, or the high half of a b. Source: P. Montgomery, Math. Comp. 44 (1985); the interleaving of both
/// rows ("CIOS", finely integrated): C. Koc, T. Acar, B. Kaliski, IEEE Micro 16 (1996).
///
/// Cost of a step for each thread: W products for each of the rows, 2 more words, an exchange.
#pragma once

#include "kernels/modular/team.hpp"

namespace gbi::kernels {

template <int Columns>
struct columns {
  column_sum sum[Columns];
};

/// The words of a number given as column sums; returns the carry beyond them.
template <int Words>
GBI_DEVICE machine_word words_of(columns<Words>& from, word_block<Words>& to) {
  double_word carry = 0;
  unroll<Words>([&](auto c) GBI_INLINE {
    from.sum[c].add(carry);
    to.word[c] = from.sum[c].word();
    carry = from.sum[c].carry();
  });
  return low_word(carry);
}

/// What rows do: multiply alone leaves the low half of the product in blocks[0] of shared memory.
enum class rows_of { product, reduction, montgomery_product };

/// Runs the rows. For products b is in blocks[1] of shared memory, and the sums are zero; a reduction reduces
/// the sums.
template <rows_of What, class Block, int Limbs>
GBI_DEVICE void run_rows(const team<Block, Limbs>& team,
                         per_thread<Block, columns<thread_words<Limbs>>>& sums,
                         const per_thread<Block, word_block<thread_words<Limbs>>>& a,
                         const per_thread<Block, word_block<thread_words<Limbs>>>& n,
                         const per_thread<Block, machine_word>& negative_inverse) {
  constexpr int words = thread_words<Limbs>;
  constexpr bool multiply = What != rows_of::reduction, reduce = What != rows_of::product;
  static_assert(words % 2 == 0, "steps take turns in two places of shared memory");
  auto& shared = team.shared();

  // The quotient of the step that multiplies by b.
  const auto quotient = [&](int thread, machine_word b) GBI_INLINE {
    machine_word low = sums[thread].sum[0].word();
    if constexpr (multiply) low += a[thread].word[0] * b;
    return static_cast<machine_word>(low * negative_inverse[thread]);
  };
  team.phase([&](int thread) GBI_INLINE {
    shared.neighbour[0][thread] = 0;
    if (reduce && team.rank(thread) == 0)
      shared.quotient[0][team.index(thread)] = quotient(thread, shared.blocks[1][team.slot(thread)].word[0]);
  });
  for (int i = 0; i < team.threads(); ++i)
    unroll<words>([&](auto j) GBI_INLINE {
      constexpr int turn = j % 2;
      team.phase([&](int thread) GBI_INLINE {
        auto& sum = sums[thread].sum;
        const int slot = team.first_slot(thread) + i;
        if (!team.is_last(thread))
          sum[words - 1].add(static_cast<double_word>(shared.neighbour[turn][thread + 1]));
        if constexpr (multiply) {
          const machine_word b = shared.blocks[1][slot].word[j];
          unroll<words>([&](auto c) GBI_INLINE { sum[c].add(a[thread].word[c], b); });
        }
        if constexpr (reduce) {
          const machine_word q = shared.quotient[turn][team.index(thread)];
          unroll<words>([&](auto c) GBI_INLINE { sum[c].add(n[thread].word[c], q); });
        }
        const machine_word low = sum[0].word();
        const double_word carry = sum[0].carry();
        unroll<words - 1>([&](auto c) GBI_INLINE {
          sum[c].low = sum[c + 1].low;
          sum[c].high = sum[c + 1].high;
        });
        sum[words - 1].low = 0;
        sum[words - 1].high = 0;
        sum[0].add(carry);
        shared.neighbour[1 - turn][thread] = low;
        if (team.rank(thread) != 0) return;
        if constexpr (reduce) {
          const machine_word next = j + 1 < words ? shared.blocks[1][slot].word[(j + 1) % words]
                                                  : shared.blocks[1][slot + 1].word[0];
          shared.quotient[1 - turn][team.index(thread)] = quotient(thread, next);
        } else {
          shared.blocks[0][slot].word[j] = low;
        }
      });
    });
  team.phase([&](int thread) GBI_INLINE {
    if (!team.is_last(thread))
      sums[thread].sum[words - 1].add(static_cast<double_word>(shared.neighbour[0][thread + 1]));
  });
}

}  // namespace gbi::kernels
