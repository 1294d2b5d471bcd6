/// \file
/// Products row by row: every step multiplies a whole operand by one word.
///
/// Each thread keeps the sum of its rows (row_sum.hpp). A step moves the sum by a word and adds a b_j, the
/// word b_j of the other operand being read from shared memory; the lowest word goes to the thread before, or
/// out of the number. So there is one exchange a step, and after as many steps as the number has words the
/// sums hold the high half of a b.
///
/// Cost of a step for each thread: W products, three additions, an exchange.
#pragma once

#include "kernels/modular/row_sum.hpp"
#include "kernels/modular/team.hpp"

namespace gbi::kernels {

/// high = high half of a b, carries beyond a thread's words in `above`; the low half in blocks[0] of shared
/// memory, for b in blocks[1].
template <class Block, int Limbs>
GBI_DEVICE void multiply_rows(const team<Block, Limbs>& team,
                              const per_thread<Block, word_block<thread_words<Limbs>>>& a,
                              per_thread<Block, word_block<thread_words<Limbs>>>& high,
                              per_thread<Block, machine_word>& above) {
  constexpr int words = thread_words<Limbs>;
  static_assert(words % 2 == 0, "steps take turns in two places of shared memory");
  auto& shared = team.shared();
  per_thread<Block, row_sum<words>> sums;
  const auto from_next = [&](int thread, int turn) GBI_INLINE {
    return team.is_last(thread) ? 0 : shared.neighbour[turn][thread + 1];
  };
  team.phase([&](int thread) GBI_INLINE {
    sums[thread].clear();
    shared.neighbour[0][thread] = 0;
  });
  for (int i = 0; i < team.threads(); ++i)
    unroll<words>([&](auto j) GBI_INLINE {
      constexpr int turn = j % 2;
      team.phase([&](int thread) GBI_INLINE {
        const int slot = team.first_slot(thread) + i;
        sums[thread].advance(a[thread].word, shared.blocks[1][slot].word[j]);
        sums[thread].add_highest(from_next(thread, turn));
        const machine_word low = sums[thread].lowest();
        shared.neighbour[1 - turn][thread] = low;
        if (team.rank(thread) == 0) shared.blocks[0][slot].word[j] = low;
      });
    });
  team.phase([&](int thread)
                 GBI_INLINE { above[thread] = sums[thread].words(high[thread].word, from_next(thread, 0)); });
}

}  // namespace gbi::kernels
