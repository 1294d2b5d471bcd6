/// \file
/// Squares at little more than half the cost of a product, evenly spread over the threads of a team.
///
/// With the number cut into blocks x_0 ... x_(T-1), one for each thread, thread k computes the two columns of
/// blocks k and k + T: the pairs x_i x_j, i < j, whose i + j is k or k + T. Both together are T/2 pairs
/// for odd k and T/2 - 1 for even k, in whatever proportion, so that all threads take equally many steps.
/// The sums are doubled, and every thread adds the square of its own block, which needs half the products of
/// a pair. The operand lies in shared memory; a pair costs W^2 products and reads 2 W words.
#pragma once

#include "kernels/modular/rows.hpp"

namespace gbi::kernels {

/// A column of blocks: two blocks and what is above them.
template <int Words>
struct column_value {
  word_block<Words> lower, upper;
  machine_word top;
};

/// Both halves of a square as sums of a few words in every place, not yet carried.
template <int Words>
struct uncarried {
  double_word word[Words];
};

template <int Words>
GBI_DEVICE column_value<Words> twice_value_of(columns<2 * Words - 1>& from, bool twice) {
  column_value<Words> result;
  double_word carry = 0;
  unroll<2 * Words - 1>([&](auto c) GBI_INLINE {
    if (twice) from.sum[c].twice();
    from.sum[c].add(carry);
    (c < Words ? result.lower.word[c % Words] : result.upper.word[c % Words]) = from.sum[c].word();
    carry = from.sum[c].carry();
  });
  result.upper.word[Words - 1] = low_word(carry);
  result.top = high_word(carry);
  return result;
}

/// low + R high = x^2.
template <class Block, int Limbs>
GBI_DEVICE void square_of(const team<Block, Limbs>& team,
                          const per_thread<Block, word_block<thread_words<Limbs>>>& x,
                          per_thread<Block, columns<thread_words<Limbs>>>& low,
                          per_thread<Block, uncarried<thread_words<Limbs>>>& high) {
  constexpr int words = thread_words<Limbs>;
  using value = column_value<words>;
  using block = word_block<words>;
  auto& shared = team.shared();
  const int threads = team.threads();
  per_thread<Block, value> column[2], own;

  team.phase([&](int thread) GBI_INLINE { shared.blocks[0][team.slot(thread)] = x[thread]; });
  team.phase([&](int thread) GBI_INLINE {
    const int k = team.rank(thread);
    const int pairs_low = (k + 1) / 2, steps = threads / 2;
    const block* blocks = shared.blocks[0] + team.first_slot(thread);
    columns<2 * words - 1> sum{};
    for (int step = 0;; ++step) {
      if (step == pairs_low) {
        column[0][thread] = twice_value_of<words>(sum, true);
        sum = {};
      }
      if (step == steps) break;
      const bool is_low = step < pairs_low;
      const int i = is_low ? step : k + 1 + step - pairs_low;
      const int j = is_low ? k - step : threads - 1 - (step - pairs_low);
      if (i >= j) continue;
      const block a = blocks[i], b = blocks[j];
      unroll<words>([&](auto c) GBI_INLINE {
        unroll<words>([&](auto d) GBI_INLINE { sum.sum[c + d].add(a.word[c], b.word[d]); });
      });
    }
    column[1][thread] = twice_value_of<words>(sum, true);

    const block a = x[thread];
    sum = {};
    unroll<words>([&](auto c) GBI_INLINE {
      unroll<words - 1 - c>([&](auto d)
                                GBI_INLINE { sum.sum[2 * c + d + 1].add(a.word[c], a.word[c + d + 1]); });
    });
    unroll<2 * words - 1>([&](auto c) GBI_INLINE { sum.sum[c].twice(); });
    unroll<words>([&](auto c) GBI_INLINE { sum.sum[2 * c].add(a.word[c], a.word[c]); });
    own[thread] = twice_value_of<words>(sum, false);
  });

  // A column's upper block belongs to the next place, its top to the one after that.
  team.phase([&](int thread) GBI_INLINE {
    for (int half = 0; half < 2; ++half) {
      shared.blocks[half][team.slot(thread)] = column[half][thread].upper;
      shared.neighbour[half][thread] = column[half][thread].top;
    }
  });
  team.phase([&](int thread) GBI_INLINE {
    const int k = team.rank(thread), first = team.first(thread);
    block below[2] = {};
    machine_word top[2] = {};
    for (int half = 0; half < 2; ++half) {
      // Place `half` T + k takes from the columns one and two before it.
      const int one = half * threads + k - 1, two = one - 1;
      if (one >= 0) below[half] = shared.blocks[one / threads][team.first_slot(thread) + one % threads];
      if (two >= 0) top[half] = shared.neighbour[two / threads][first + two % threads];
    }
    unroll<words>([&](auto c) GBI_INLINE {
      low[thread].sum[c] = {static_cast<double_word>(column[0][thread].lower.word[c]) + below[0].word[c], 0};
      high[thread].word[c] = static_cast<double_word>(column[1][thread].lower.word[c]) + below[1].word[c];
    });
    low[thread].sum[0].low += top[0];
    high[thread].word[0] += top[1];
  });
  team.phase([&](int thread) GBI_INLINE {
    shared.blocks[0][team.slot(thread)] = own[thread].lower;
    shared.blocks[1][team.slot(thread)] = own[thread].upper;
  });
  team.phase([&](int thread) GBI_INLINE {
    const int k = team.rank(thread), slot = team.first_slot(thread), above = threads + k;
    const block square_low = shared.blocks[k % 2][slot + k / 2];
    const block square_high = shared.blocks[above % 2][slot + above / 2];
    unroll<words>([&](auto c) GBI_INLINE {
      low[thread].sum[c].low += square_low.word[c];
      high[thread].word[c] += square_high.word[c];
    });
  });
}

}  // namespace gbi::kernels
