/// \file
/// Products of the integers of two batches: all limbs, the low or the high half, or any others.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for numbers padded to what a team holds. Moves 8 bytes a
/// limb of each operand in and of the result out.
#pragma once

#include "kernels/modular/word_rows.hpp"

namespace gbi::kernels {

/// \tparam Threads of a block: a team is as large or smaller.
template <int Limbs, int Threads>
struct batch_product_kernel {
  using arguments = batch_product_arguments;
  using shared_memory = team_memory<Limbs, Threads>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = team_blocks<Limbs, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    using team_type = team<Block, Limbs>;
    constexpr int words = team_type::words;
    const team_type team(block, shared, args.team.threads, args.elements);
    per_thread<Block, word_block<words>> a, high;
    per_thread<Block, machine_word> carry;
    team.phase([&](int thread) GBI_INLINE {
      a[thread] = team.load(args.a, thread);
      shared.blocks[1][team.slot(thread)] = team.load(args.b, thread);
    });
    multiply_rows(team, a, high, carry);
    team.resolve(high, carry);
    team.phase([&](int thread) GBI_INLINE {
      const std::int64_t held = std::int64_t{team.threads()} * Limbs;
      team.store(args.out, thread, shared.blocks[0][team.slot(thread)], -std::int64_t{args.first});
      team.store(args.out, thread, high[thread], held - args.first);
    });
  }
};

}  // namespace gbi::kernels
