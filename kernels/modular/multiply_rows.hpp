/// \file
/// Whole products of a team, row by row: every step multiplies a whole operand by one
/// word.
///
/// Each thread keeps the sum of its rows (row_sum.hpp). A step moves the sum by one word and adds a b_j; the
/// word b_j of the other operand is read from shared memory. The lowest word goes to the previous thread or,
/// from the first thread, to the low half of the result. So a step needs one exchange, and after one step per
/// word of the number, the sums hold the high half of a b. A thread with many words has enough work per step
/// to keep the multiply-add units busier than columns of blocks do (column_product.hpp).
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for numbers padded to the size of a team, plus three
/// additions and one exchange per thread and step. Reads 8 bytes per limb of each operand and writes 8 per
/// limb of the result.
#pragma once

#include "kernels/modular/row_sum.hpp"
#include "kernels/modular/team.hpp"

namespace gbi::kernels {

/// Multiplies a by b, which is in blocks[1] of shared memory. `high` becomes the high half, `above` the
/// carries beyond the words of each thread; blocks[0] of shared memory gets the low half.
template <class Block, int Limbs>
GBI_DEVICE void multiply_rows(const team<Block, Limbs>& team,
                              const per_thread<Block, word_block<thread_words<Limbs>>>& a,
                              per_thread<Block, word_block<thread_words<Limbs>>>& high,
                              per_thread<Block, machine_word>& above) {
  constexpr int words = thread_words<Limbs>;
  static_assert(words % 2 == 0, "steps alternate between two places in shared memory");
  auto& shared = team.shared();
  per_thread<Block, row_sum<words>> sums;
  const auto from_next = [&](int thread, int parity) {
    return team.is_last(thread) ? 0 : shared.neighbour[parity][thread + 1];
  };
  team.phase([&](int thread) {
    sums[thread].clear();
    shared.neighbour[0][thread] = 0;
  });
  for (int i = 0; i < team.threads(); ++i)
    unroll<words>([&](auto j) {
      constexpr int parity = j % 2;
      team.phase([&](int thread) {
        const int slot = team.first_slot(thread) + i;
        sums[thread].advance(a[thread].word, shared.blocks[1][slot].word[j]);
        sums[thread].add_highest(from_next(thread, parity));
        const machine_word low = sums[thread].lowest();
        shared.neighbour[1 - parity][thread] = low;
        if (team.rank(thread) == 0) shared.blocks[0][slot].word[j] = low;
      });
    });
  team.phase(
      [&](int thread) { above[thread] = sums[thread].words(high[thread].word, from_next(thread, 0)); });
}

}  // namespace gbi::kernels
