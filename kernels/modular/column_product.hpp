/// \file
/// Products of the integers of two batches by columns of blocks: all limbs, the low or the high half, or any
/// others.
///
/// Both operands are in shared memory, cut into N blocks of W words. Column c of the product is the sum of
/// the products of blocks A_i B_(c - i). Each thread computes two columns, one after the other, independently
/// of other threads:
///
///     all 2 N columns:  c + N, then c      N - 1 - c and c + 1 products of blocks
///     the low N:        N - 1 - c, then c  N - c and c + 1
///
/// So a thread computes N of N^2 products; for the low half, N + 1 of N (N + 1) / 2 in half as many threads.
/// All threads of a team compute the same number of them. Then the high halves of columns are added to the
/// next columns, and carries are resolved once.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n by m bits; half as many for the low half, plus one
/// block per column. Reads 8 bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include "kernels/modular/block_sum.hpp"
#include "kernels/modular/team.hpp"

namespace gbi::kernels {

template <int Limbs, int Threads>
struct product_memory : carry_memory<Threads> {
  static constexpr int words = thread_words<Limbs>;
  using blocks = block_memory<words, 2 * Threads>;
  blocks a, b;
  blocks low, high;  ///< of columns
  machine_word top[2 * Threads];
};

/// The two columns of a thread, out of 2 `threads`, in the order of computation.
struct column_pair {
  int first, second;
};

/// \param blocks the blocks of the longer operand.
GBI_BOTH constexpr column_pair columns_of(product_order order, int rank, int threads, int blocks) {
  if (order == product_order::block_columns) return {rank + threads, rank};
  const int pairs = (blocks + 1) / 2;
  if (rank < pairs) return {2 * pairs - 1 - rank, rank};
  return {2 * threads - 1 - (rank - pairs), rank + pairs};  // empty columns
}

/// The blocks [begin, end) of a that meet a block of b in a column.
struct column_blocks {
  int begin, end;

  GBI_BOTH static constexpr column_blocks of(int column, int blocks_a, int blocks_b) {
    const int below = column - blocks_b + 1, begin = below > 0 ? below : 0;
    const int end = column < blocks_a ? column + 1 : blocks_a;
    return {begin, begin < end ? end : begin};
  }
  GBI_BOTH constexpr int count() const { return end - begin; }
};

/// Blocks per multiprocessor. This leaves a thread 112 registers for 6 limbs, 80 for 4, and 64 for 2.
template <int Limbs, int Threads>
inline constexpr int product_blocks = 32 *
                                      (Limbs > 4   ? 18
                                       : Limbs > 2 ? 24
                                                   : 32) /
                                      Threads;

/// \tparam Limbs the limbs of a block of words.
/// \tparam Threads the threads of a block. A team has at most as many.
template <int Limbs, int Threads>
struct batch_product_kernel : kernel<batch_product_arguments, Threads, product_blocks<Limbs, Threads>,
                                     product_memory<Limbs, Threads>> {
  using shared_memory = product_memory<Limbs, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const batch_product_arguments& args) {
    // In the end, a thread holds two neighbouring columns.
    using team_type = team<Block, 2 * Limbs, shared_memory>;
    const team_type team(block, shared, args.team.threads, args.elements);
    load(team, args);
    add_columns(team, args);
    per_thread<Block, typename team_type::value> product;
    per_thread<Block, machine_word> carry;
    join_columns(team, product, carry);
    team.resolve(product, carry);
    team.phase([&](int thread) { team.store(args.out, thread, product[thread], -std::int64_t{args.first}); });
  }

 private:
  static constexpr int words = thread_words<Limbs>;
  using sum = block_sum<words>;
  using word_block = kernels::word_block<words>;

  GBI_DEVICE static int blocks_of(const batch_span& x) {
    return static_cast<int>((x.count + Limbs - 1) / Limbs);
  }

  GBI_DEVICE static void put(shared_memory& shared, int slot, const typename sum::value& column) {
    shared.low.set(slot, column.low);
    shared.high.set(slot, column.high);
    shared.top[slot] = column.top;
  }
  GBI_DEVICE static typename sum::value column_at(const shared_memory& shared, int slot) {
    return {shared.low.get(slot), shared.high.get(slot), shared.top[slot]};
  }

  /// The slot of a team's first block or column.
  template <class Team>
  GBI_DEVICE static int first_slot(const Team& team, int thread) {
    return 2 * team.first(thread);
  }

  template <class Team>
  GBI_DEVICE static word_block block_at(const Team& team, const batch_span& x, int thread, int index) {
    word_block result;
    unroll<Limbs>([&](auto i) {
      const auto place = static_cast<std::uint32_t>(index * Limbs + i);
      Team::set_limb_at(result, i, team.is_present(thread) ? limb_of(x, team.element(thread), place) : 0);
    });
    return result;
  }

  template <class Team>
  GBI_DEVICE static void load(const Team& team, const batch_product_arguments& args) {
    const int blocks_a = blocks_of(args.a), blocks_b = blocks_of(args.b);
    const int blocks = blocks_a > blocks_b ? blocks_a : blocks_b;
    team.phase([&](int thread) {
      for (int i = team.rank(thread); i < blocks; i += team.threads()) {
        const word_block a = block_at(team, args.a, thread, i), b = block_at(team, args.b, thread, i);
        team.shared().a.set(first_slot(team, thread) + i, a);
        team.shared().b.set(first_slot(team, thread) + i, b);
      }
    });
  }

  template <class Team>
  GBI_DEVICE static void add_columns(const Team& team, const batch_product_arguments& args) {
    const int blocks_a = blocks_of(args.a), blocks_b = blocks_of(args.b);
    const int blocks = blocks_a > blocks_b ? blocks_a : blocks_b;
    team.phase([&](int thread) {
      auto& shared = team.shared();
      const int base = first_slot(team, thread);
      const column_pair columns = columns_of(args.order, team.rank(thread), team.threads(), blocks);
      const auto first = column_blocks::of(columns.first, blocks_a, blocks_b),
                 second = column_blocks::of(columns.second, blocks_a, blocks_b);
      sum total;
      total.clear();
      int a = base + first.begin, b = base + columns.first - first.begin;
      // One loop for both columns, because neighbouring threads start their second column at different times.
      // The sum is not cleared in between, because that would delay the thread's neighbours as much as the
      // thread itself.
      for (int left = first.count() + second.count();; --left) {
        if (left == second.count()) {
          put(shared, base + columns.first, total.result());
          a = base + second.begin;
          b = base + columns.second - second.begin;
        }
        if (left == 0) break;
        total.add(shared.a.get(a++), shared.b.get(b--));
      }
      typename sum::value both = total.result();
      both.subtract(column_at(shared, base + columns.first));
      put(shared, base + columns.second, both);
    });
  }

  /// Adds to columns 2 rank and 2 rank + 1 what the preceding columns contribute, except carries.
  template <class Team>
  GBI_DEVICE static void join_columns(const Team& team,
                                      per_thread<typename Team::block_type, typename Team::value>& product,
                                      per_thread<typename Team::block_type, machine_word>& carry) {
    team.phase([&](int thread) {
      const auto& shared = team.shared();
      const int column = first_slot(team, thread) + 2 * team.rank(thread);
      const bool is_first = team.rank(thread) == 0;
      const word_block low[2] = {shared.low.get(column), shared.low.get(column + 1)};
      const word_block before = is_first ? word_block{} : shared.high.get(column - 1);
      const word_block high[2] = {before, shared.high.get(column)};
      machine_word passed = 0;
      auto& word = product[thread].word;
      unroll<2 * words>([&](auto i) {
        word[i] = add_words(low[i / words].word[i % words], high[i / words].word[i % words], passed);
      });
      carry[thread] = passed + shared.top[column];
      passed = 0;
      unroll<words>([&](auto i) {
        const machine_word top = i > 0 || is_first ? 0 : shared.top[column - 1];
        word[words + i] = add_words(word[words + i], top, passed);
      });
      carry[thread] += passed;
    });
  }
};

}  // namespace gbi::kernels
