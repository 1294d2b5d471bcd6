/// \file
/// Converts coefficients to limbs if both fit in shared memory. A team of threads processes a number; each
/// thread takes a run of neighbouring limbs.
///
/// A thread adds up the columns of its run (column.hpp), with a carry from limb to limb. The run as a whole
/// generates a carry, or propagates one if all bits of its limbs are set. The look-ahead then works with runs
/// instead of limbs (lookahead.hpp): a ballot makes one word of a warp's runs, and an integer addition finds
/// the arriving carries. The warps of a larger team are combined in the same way. An arriving carry ripples
/// through at most one run.
///
/// Cost: every coefficient is read once, and the coefficients of one limb per run a second time.
#pragma once

#include "kernels/normalize/column.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/add_carry.hpp"

namespace gbi::kernels {

/// The numbers of a block, modulo 2^(64 limbs).
struct run_layout {
  std::uint32_t digit_bits, limbs, run;

  /// Runs have an odd length, so neighbouring threads have few bank conflicts.
  GBI_BOTH static constexpr run_layout of(std::uint32_t digit_bits, std::uint32_t limbs,
                                          std::uint32_t lanes) {
    return {digit_bits, limbs, ((limbs + lanes - 1) / lanes) | 1};
  }
};

/// The effect of each warp of the block on a carry, as a tile_carry.
template <int Threads>
struct run_memory {
  std::uint32_t warp_out[(Threads + warp_threads - 1) / warp_threads];
};

/// Walks over the columns of neighbouring limbs.
class column_walk {
 public:
  GBI_DEVICE column_walk(std::uint32_t limb, std::uint32_t digit_bits)
      : digit_bits_(digit_bits),
        coefficient_((limb * limb_bits + digit_bits - 1) / digit_bits),
        offset_(coefficient_ * digit_bits - limb * limb_bits),
        place_(limb == 0 ? column_place::lowest : column_place::inner) {}

  /// \param coefficient coefficient(k) returns coefficient k
  template <class Coefficient>
  GBI_DEVICE limb_column next(Coefficient&& coefficient) {
    column_sum<false> sum;
    for (; offset_ < limb_bits; offset_ += digit_bits_) sum.add(coefficient(coefficient_++), offset_);
    offset_ -= limb_bits;
    const limb_column column = sum.biased(place_);
    place_ = column_place::inner;
    return column;
  }

 private:
  std::uint32_t digit_bits_, coefficient_, offset_;
  column_place place_;
};

/// The effect of a run of limbs on a carry.
struct run_carry {
  bool generates, propagates;
};

/// Adds up the limbs of a run without a carry into the first; put(l, sum) takes them.
template <class Coefficient, class Put>
GBI_DEVICE run_carry sum_run(std::uint32_t begin, std::uint32_t end, std::uint32_t digit_bits,
                             Coefficient&& coefficient, Put&& put) {
  if (begin >= end) return {false, false};
  column_walk walk(begin == 0 ? 0 : begin - 1, digit_bits);
  limb below = begin == 0 ? 0 : walk.next(coefficient).middle;
  bool carry = false, ones = true;
  for (std::uint32_t l = begin; l < end; ++l) {
    const limb_column column = walk.next(coefficient);
    const limb sum = add_carry(column.low, below, carry);
    below = column.middle;
    ones = ones && sum == ~limb{0};
    put(l, sum);
  }
  return {carry, ones};
}

/// coefficient(team, k) is coefficient k of a team's number, and at(team, l) is the place of its limb l. The
/// team's own threads wrote the coefficients in an earlier phase; all threads of the block see the sums.
/// \tparam Lanes threads of a team: a power of two, or all threads of the block.
template <int Lanes, class Block, class Coefficient, class At>
GBI_DEVICE void limbs_by_runs(Block& block, run_memory<Block::threads>& shared, const run_layout& layout,
                              Coefficient&& coefficient, At&& at) {
  constexpr bool in_warp = Lanes <= warp_threads;
  const auto begin_of = [&](int thread) { return static_cast<std::uint32_t>(thread % Lanes) * layout.run; };
  const auto end_of = [&](int thread) {
    const std::uint32_t end = begin_of(thread) + layout.run;
    return end < layout.limbs ? end : layout.limbs;
  };

  per_thread<Block, bool> generates, propagates;
  block.warp_phase([&](int thread) {
    const int team = thread / Lanes;
    const run_carry carry = sum_run(
        begin_of(thread), end_of(thread), layout.digit_bits,
        [&](std::uint32_t k) { return static_cast<limb>(coefficient(team, k)); },
        [&](std::uint32_t l, limb sum) { at(team, l) = sum; });
    // The carry out of a number must not reach the next number.
    const bool top = in_warp && thread % Lanes == Lanes - 1;
    generates[thread] = carry.generates && !top;
    propagates[thread] = carry.propagates && !top;
  });
  const auto g = block.ballot(generates), p = block.ballot(propagates);
  if constexpr (!in_warp)
    block.phase([&](int thread) {
      if (thread % warp_threads != 0) return;
      shared.warp_out[thread / warp_threads] = p[thread] == ~0u ? tile_carry::propagate
                                               : (arriving(g[thread], p[thread], false) >> 32 & 1) != 0
                                                   ? tile_carry::generate
                                                   : tile_carry::kill;
    });
  block.phase([&](int thread) {
    bool in = false;
    if constexpr (!in_warp) {
      const int warp = thread / warp_threads;
      for (int w = thread / Lanes * (Lanes / warp_threads); w < warp; ++w)
        if (shared.warp_out[w] != tile_carry::propagate) in = shared.warp_out[w] == tile_carry::generate;
    }
    bool carry = (arriving(g[thread], p[thread], in) >> (thread % warp_threads) & 1) != 0;
    const std::uint32_t end = end_of(thread);
    for (std::uint32_t l = begin_of(thread); carry && l < end; ++l) carry = ++at(thread / Lanes, l) == 0;
  });
}

}  // namespace gbi::kernels
