/// \file
/// Both matrices of a kernel on their way to the warps. Where shared memory holds them they stay there. Else
/// all warps of a block take the same steps, and two slots in shared memory are filled from device memory in
/// turns.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/residues/arguments.hpp"

namespace gbi::kernels {

/// A block of `Warps` warps that have `Tiles` tiles of elements each.
template <int Quads, int Tiles, int Warps>
struct residue_team {
  static constexpr int quads = Quads, tiles = Tiles, warps = Warps, threads = warp_threads * Warps;
  static constexpr int pairs = quad_pairs(Quads), rows = 2 * Tiles;
  static constexpr int groups = (Quads + quads_at_once - 1) / quads_at_once;
  static constexpr std::uint64_t pack_words = words_of_pack(Quads, Tiles);

  /// Two matrices in what a block has on sm_80 and sm_90, beside the constants.
  static constexpr bool is_resident = 2 * Quads * pairs * sizeof(byte_columns) <= 156 * 1024;
  /// Else slots have several groups of quads, because warps wait for each other where a slot begins.
  static constexpr int groups_of_slot = 2, slot = groups_of_slot * quads_at_once * pairs;
  static constexpr int constants = product_rows_of_constants * 8 * pairs;

  struct memory {
    byte_columns columns[is_resident ? 2 * Quads * pairs : 2 * slot];
    std::uint32_t rows[constants];
  };
};

/// \tparam Team is a residue_team.
template <class Block, class Team>
class matrix_stream {
 public:
  using memory = typename Team::memory;

  GBI_DEVICE matrix_stream(Block& block, memory& shared, const residue_matrices& from)
      : block_(&block), shared_(&shared), first_(from.first), second_(from.second) {
    block.phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < Team::constants; i += Team::threads) shared.rows[i] = from.rows[i];
    });
    if constexpr (Team::is_resident) {
      constexpr int size = Team::quads * Team::pairs;
      copy(shared.columns, first_, size);
      copy(shared.columns + size, second_, size);
      block.commit_copies();
      block.template await_copies<0>();
    } else {
      fetch(0);
    }
  }

  /// The columns of a group of quads, until the next call. A kernel asks for the groups of the first matrix
  /// in order, then for those of the second one, and begins again.
  GBI_DEVICE const byte_columns* next(int matrix, int group) {
    if constexpr (Team::is_resident)
      return shared_->columns + (matrix * Team::quads + group * quads_at_once) * Team::pairs;
    const int index = matrix * slots + group / Team::groups_of_slot, inside = group % Team::groups_of_slot;
    if (inside == 0) {
      block_->template await_copies<0>();
      fetch(index + 1 == 2 * slots ? 0 : index + 1);  // no warp reads that one any more
    }
    return shared_->columns + index % 2 * Team::slot + inside * quads_at_once * Team::pairs;
  }

  GBI_DEVICE void finish() {
    if constexpr (!Team::is_resident) block_->template await_copies<0>();
  }

  /// The constant of a lane's residue of this quad.
  GBI_DEVICE std::uint32_t constant(residue_row row, int quad, int thread) const {
    const std::uint32_t* const lane = shared_->rows + thread % 4;
    return lane[row * 8 * Team::pairs + 4 * quad];
  }

 private:
  /// How often a matrix fills a slot: as a kernel reads both matrices in turns, indices need no variable.
  static constexpr int slots = (Team::groups + Team::groups_of_slot - 1) / Team::groups_of_slot;

  /// Starts the copy of the groups with this index.
  GBI_DEVICE void fetch(int index) {
    constexpr int quads = quads_at_once * Team::groups_of_slot;
    const int quad = quads * (index % slots), left = Team::quads - quad;
    copy(shared_->columns + index % 2 * Team::slot, (index < slots ? first_ : second_) + quad * Team::pairs,
         (left < quads ? left : quads) * Team::pairs);
    block_->commit_copies();
  }
  GBI_DEVICE void copy(byte_columns* to, const byte_columns* from, int count) {
    constexpr int piece = 4, pieces = sizeof(byte_columns) / 16;
    std::uint32_t* const target = &to->word[0][0][0][0];
    const std::uint32_t* const source = &from->word[0][0][0][0];
    block_->lone_phase([&](int thread) GBI_INLINE {
#if defined(__CUDACC__)
#pragma unroll 1
#endif
      for (int begin = 0; begin < count * pieces; begin += Team::threads) {  // code is shorter as a loop
        const int i = begin + thread;
        if (i < count * pieces) block_->copy_ahead(target + piece * i, source + piece * i);
      }
    });
  }

  Block* block_;
  memory* shared_;
  const byte_columns *first_, *second_;
};

}  // namespace gbi::kernels
