/// \file
/// Products row by row: every step multiplies a whole operand by one word.
///
/// Each thread keeps the sums of its W columns unreduced, 64 + 32 bits for words of 32, so that a product of
/// words costs one wide multiply-add and one addition of its carry. A step adds a b_j, the word b_j of the
/// other operand being read from shared memory, and ends with a shift of the columns by one: the lowest word
/// goes to the thread before, or out of the number. So there is one exchange a step, and after as many steps
/// as the number has words the columns hold the high half of a b.
///
/// Cost of a step for each thread: W products, a word more, an exchange.
#pragma once

#include "kernels/modular/team.hpp"

namespace gbi::kernels {

template <int Columns>
struct columns {
  word_column_sum sum[Columns];
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

/// sums = high half of a b, low half in blocks[0] of shared memory, for b in blocks[1] and sums of zero.
template <class Block, int Limbs>
GBI_DEVICE void multiply_rows(const team<Block, Limbs>& team,
                              per_thread<Block, columns<thread_words<Limbs>>>& sums,
                              const per_thread<Block, word_block<thread_words<Limbs>>>& a) {
  constexpr int words = thread_words<Limbs>;
  static_assert(words % 2 == 0, "steps take turns in two places of shared memory");
  auto& shared = team.shared();
  team.phase([&](int thread) GBI_INLINE { shared.neighbour[0][thread] = 0; });
  for (int i = 0; i < team.threads(); ++i)
    unroll<words>([&](auto j) GBI_INLINE {
      constexpr int turn = j % 2;
      team.phase([&](int thread) GBI_INLINE {
        auto& sum = sums[thread].sum;
        const int slot = team.first_slot(thread) + i;
        if (!team.is_last(thread))
          sum[words - 1].add(static_cast<double_word>(shared.neighbour[turn][thread + 1]));
        const machine_word b = shared.blocks[1][slot].word[j];
        unroll<words>([&](auto c) GBI_INLINE { sum[c].add(a[thread].word[c], b); });
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
        if (team.rank(thread) == 0) shared.blocks[0][slot].word[j] = low;
      });
    });
  team.phase([&](int thread) GBI_INLINE {
    if (!team.is_last(thread))
      sums[thread].sum[words - 1].add(static_cast<double_word>(shared.neighbour[0][thread + 1]));
  });
}

}  // namespace gbi::kernels
