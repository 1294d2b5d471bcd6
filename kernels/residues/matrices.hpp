/// \file
/// Both matrices of a kernel on their way to the warps. Where shared memory holds them they stay there. Else
/// all warps of a block take the same steps, and a ring in shared memory is filled from device memory ahead.
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
  static constexpr int ring = 4, slot = quads_at_once * pairs;
  static constexpr int constants = product_rows_of_constants * 8 * pairs;

  struct memory {
    byte_columns columns[is_resident ? 2 * Quads * pairs : ring * slot];
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
      for (int i = 0; i + 1 < Team::ring; ++i) fetch();
    }
  }

  /// The columns of a group of quads, until the next call. A kernel asks for the groups of the first matrix
  /// in order, then for those of the second one, and begins again.
  GBI_DEVICE const byte_columns* next(int matrix, int group) {
    if constexpr (Team::is_resident)
      return shared_->columns + (matrix * Team::quads + group * quads_at_once) * Team::pairs;
    block_->template await_copies<Team::ring - 2>();
    const int slot = slot_;  // whose predecessor no warp reads any more
    slot_ = slot + 1 == Team::ring ? 0 : slot + 1;
    fetch();
    return shared_->columns + Team::slot * slot;
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
  /// Starts the copy of the next group to the slot behind the youngest one.
  GBI_DEVICE void fetch() {
    const bool is_first = fetched_ < Team::groups;
    const int quad = quads_at_once * (is_first ? fetched_ : fetched_ - Team::groups);
    copy(shared_->columns + Team::slot * free_, (is_first ? first_ : second_) + quad * Team::pairs,
         quads_from(Team::quads, quad) * Team::pairs);
    block_->commit_copies();
    free_ = free_ + 1 == Team::ring ? 0 : free_ + 1;
    fetched_ = fetched_ + 1 == 2 * Team::groups ? 0 : fetched_ + 1;
  }
  GBI_DEVICE void copy(byte_columns* to, const byte_columns* from, int count) {
    constexpr int piece = 4, pieces = sizeof(byte_columns) / 16;
    std::uint32_t* const target = &to->word[0][0][0][0];
    const std::uint32_t* const source = &from->word[0][0][0][0];
    block_->lone_phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < count * pieces; i += Team::threads)
        block_->copy_ahead(target + piece * i, source + piece * i);
    });
  }

  Block* block_;
  memory* shared_;
  const byte_columns *first_, *second_;
  int fetched_ = 0, free_ = 0, slot_ = 0;
};

}  // namespace gbi::kernels
