/// \file
/// Kernels that reduce the limbs of a number to one word. Each block reduces every so-many-th tile and
/// combines its result with those of the other blocks by an atomic operation. An answer for the host goes to
/// memory that the host polls, so it takes one launch.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/tile_phase.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/word/reduction_target.hpp"

namespace gbi::kernels {

inline constexpr int limb_reduction_threads = 256;
using limb_reduction_memory = block_scan_memory<limb, limb_reduction_threads>;
struct first_term_memory {
  limb_reduction_memory reduction;
  limb known;
};

/// \tparam LimbsOfThread the limbs of a tile per thread, whose loads overlap.
template <class Arguments, int LimbsOfThread>
struct limb_reduction : kernel<Arguments, limb_reduction_threads, 4, limb_reduction_memory> {
  static constexpr int tile_limbs = limb_reduction_threads * LimbsOfThread;

  /// *target = max(*target, term) over all terms.
  /// \param limbs the limbs of the number
  /// \param tile_at tile_at(first) is the tile from limb `first` on. It has a function load(i) and a function
  /// term(loaded, i), which must be 0 for a limb that does not exist.
  template <class Block, class TileAt>
  GBI_DEVICE static void find_maximum(Block& block, limb_reduction_memory& shared, std::uint64_t limbs,
                                      const reduction_target& target, TileAt&& tile_at) {
    per_thread<Block, limb> found = reduced(block, limbs, target, maximum<limb>{}, tile_at);
    leave_maximum(block, shared, found, target);
    answer(block, target);
  }
  /// As above, if terms decrease from tile to tile: a block stops if a term is known that those of its next
  /// tile cannot exceed. \param most most(first) is a bound of the terms of limbs from `first` on
  template <class Block, class Most, class TileAt>
  GBI_DEVICE static void find_first(Block& block, first_term_memory& shared, std::uint64_t limbs,
                                    const reduction_target& target, Most&& most, TileAt&& tile_at) {
    const std::uint64_t step = std::uint64_t{target.blocks} * tile_limbs;
    for (std::uint64_t first = std::uint64_t{block.index()} * tile_limbs; first < limbs; first += step) {
      block.template phase<1>([&](int) { shared.known = block.observe_alone(target.word); });
      if (shared.known >= most(first)) break;
      per_thread<Block, limb> found;
      block.lone_phase([&](int thread) { found[thread] = 0; });
      add_tile(block, found, limbs - first, maximum<limb>{}, tile_at(first));
      leave_maximum(block, shared.reduction, found, target);
    }
    answer(block, target);
  }

  /// *target += the sum of all terms, and `more`.
  template <class Block, class TileAt>
  GBI_DEVICE static void add_up(Block& block, limb_reduction_memory& shared, std::uint64_t limbs,
                                const reduction_target& target, TileAt&& tile_at, limb more = 0) {
    per_thread<Block, limb> total = reduced(block, limbs, target, sum<limb>{}, tile_at);
    block_reduce(block, shared, total, sum<limb>{});
    block.template phase<1>(
        [&](int thread) { block.atomic_add(target.word, total[thread] + (block.index() == 0 ? more : 0)); });
    answer(block, target);
  }

 private:
  /// \param limbs the limbs from the tile on
  template <class Block, class Operator, class Tile>
  GBI_DEVICE static void add_tile(Block& block, per_thread<Block, limb>& total, std::uint64_t limbs,
                                  Operator combine, const Tile& tile) {
    tile_phase<LimbsOfThread>(
        block, limbs, [&](int i) { return tile.load(i); },
        [&](int thread, int i, const auto& loaded) {
          total[thread] = combine(total[thread], tile.term(loaded, i));
        });
  }

  /// What each thread finds in the tiles of its block.
  template <class Block, class Operator, class TileAt>
  GBI_DEVICE static per_thread<Block, limb> reduced(Block& block, std::uint64_t limbs,
                                                    const reduction_target& target, Operator combine,
                                                    TileAt&& tile_at) {
    per_thread<Block, limb> total;
    block.lone_phase([&](int thread) { total[thread] = Operator::identity(); });
    const std::uint64_t step = std::uint64_t{target.blocks} * tile_limbs;
    for (std::uint64_t first = std::uint64_t{block.index()} * tile_limbs; first < limbs; first += step)
      add_tile(block, total, limbs - first, combine, tile_at(first));
    return total;
  }

  template <class Block>
  GBI_DEVICE static void leave_maximum(Block& block, limb_reduction_memory& shared,
                                       per_thread<Block, limb>& found, const reduction_target& target) {
    block_reduce(block, shared, found, maximum<limb>{});
    block.template phase<1>([&](int thread) {
      if (found[thread] != 0) block.atomic_max(target.word, found[thread]);
    });
  }

  /// The last block to arrive answers the host.
  template <class Block>
  GBI_DEVICE static void answer(Block& block, const reduction_target& target) {
    if (target.box == nullptr) return;
    block.template phase<1>([&](int) {
      if (block.arrive(target.arrivals) + 1 < target.blocks) return;
      target.box[1] = block.observe_alone(target.word);
      *target.word = 0;
      *target.arrivals = 0;
      block.publish_to_host(target.box, target.ticket);
    });
  }
};

}  // namespace gbi::kernels
