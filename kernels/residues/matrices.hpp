/// \file
/// Both matrices of a kernel on their way to the warps. Where shared memory holds them they stay there. Else
/// all warps of a block take the same steps, and a ring in shared memory is filled from device memory two
/// steps ahead.
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
  /// Quads that are made at the same time: two are more work in flight, if registers hold their sums.
  static constexpr int at_once = Quads * Tiles > 32 ? 1 : 2;
  static constexpr std::uint64_t pack_words = words_of_pack(Quads, Tiles);

  /// A quad's bytes as columns.
  struct quad_columns {
    byte_columns of[pairs][warp_threads];
  };
  /// Two matrices in what a block has on sm_80 and sm_90, beside the constants.
  static constexpr bool is_resident = 2 * Quads * sizeof(quad_columns) <= 156 * 1024;
  static constexpr int ring = 3, slots = is_resident ? 2 * Quads : 2 * ring;

  struct memory {
    quad_columns columns[slots];
    std::uint32_t rows[residue_rows * 8 * pairs];
  };
};

/// \tparam Team is a residue_team.
template <class Block, class Team>
class matrix_stream {
 public:
  using memory = typename Team::memory;
  using quad_columns = typename Team::quad_columns;

  GBI_DEVICE matrix_stream(Block& block, memory& shared, const residue_matrices& from)
      : block_(&block), shared_(&shared), first_(from.first), second_(from.second) {
    block.phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < residue_rows * 8 * Team::pairs; i += Team::threads)
        shared.rows[i] = from.rows[i];
    });
    if constexpr (Team::is_resident) {
      copy(0, first_, Team::quads);
      copy(Team::quads, second_, Team::quads);
      block.commit_copies();
      block.template await_copies<0>();
    } else {
      for (int i = 0; i + 1 < Team::ring; ++i) fetch();
    }
  }

  /// The columns of a pair of quads, until the next call. A kernel asks for the pairs of the first matrix in
  /// order, then for those of the second one, and begins again.
  GBI_DEVICE const quad_columns* next(int matrix, int pair) {
    if constexpr (Team::is_resident) return shared_->columns + matrix * Team::quads + 2 * pair;
    block_->template await_copies<Team::ring - 2>();
    const int slot = slot_;  // whose predecessor no warp reads any more
    slot_ = slot + 1 == Team::ring ? 0 : slot + 1;
    fetch();
    return shared_->columns + 2 * slot;
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
  /// Starts the copy of the next pair to the slot behind the youngest one.
  GBI_DEVICE void fetch() {
    const bool is_first = fetched_ < Team::pairs;
    const int quad = 2 * (is_first ? fetched_ : fetched_ - Team::pairs);
    copy(2 * free_, (is_first ? first_ : second_) + quad * Team::pairs * warp_threads,
         quad + 1 < Team::quads ? 2 : 1);
    block_->commit_copies();
    free_ = free_ + 1 == Team::ring ? 0 : free_ + 1;
    fetched_ = fetched_ + 1 == 2 * Team::pairs ? 0 : fetched_ + 1;
  }
  GBI_DEVICE void copy(int slot, const byte_columns* from, int quads) {
    byte_columns* const to = shared_->columns[slot].of[0];
    block_->lone_phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < quads * Team::pairs * warp_threads; i += Team::threads)
        block_->copy_ahead(to + i, from + i);
    });
  }

  Block* block_;
  memory* shared_;
  const byte_columns *first_, *second_;
  int fetched_ = 0, free_ = 0, slot_ = 0;
};

}  // namespace gbi::kernels
