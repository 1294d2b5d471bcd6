/// \file
/// Supplies the two matrices of a kernel to its warps. If they fit in shared memory, they stay there.
/// Otherwise they are read from device memory repeatedly, one group of quads at a time, through slots in
/// shared memory.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/slots.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/rns/arguments.hpp"

namespace gbi::kernels {

/// A block of `Warps` warps that have `Tiles` tiles of elements each.
template <int Quads, int Tiles, int Warps>
struct rns_team {
  static constexpr int quads = Quads, tiles = Tiles, warps = Warps, threads = warp_threads * Warps;
  static constexpr int pairs = quad_pairs(Quads), rows = 2 * Tiles, groups = quad_groups(Quads);
  static constexpr std::uint64_t pack_words = words_of_pack(Quads, Tiles);

  /// Whether a lane's residues in both bases are too many for its registers, beside the sums of a group.
  static constexpr bool in_memory = 2 * rows * 2 * pairs > 160;
  /// Whether two matrices fit in the shared memory of a block on sm_90.
  static constexpr bool is_resident = 2 * Quads * pairs * sizeof(byte_columns) <= 220 * 1024;
  /// One slot for each matrix, or slots for groups, some of which are filled ahead.
  static constexpr int slots = is_resident ? 2 : 4, ahead = 2;
  static constexpr int slot_columns = (is_resident ? Quads : largest_group(Quads)) * pairs;
  static constexpr int primes = 8 * pairs;  ///< of each base

  struct memory {
    byte_columns columns[slots][slot_columns];
    rns_prime base[2][primes];
    slot_marks<slots> marks;
  };
};

/// A kernel uses the groups of the first matrix in order, then those of the second, and then starts over.
/// \tparam Team is an rns_team.
template <class Block, class Team>
class matrix_stream {
 public:
  using memory = typename Team::memory;

  GBI_DEVICE matrix_stream(Block& block, memory& shared, const rns_matrices& from)
      : block_(&block), shared_(&shared), matrix_{from.first, from.second} {
    block.open_slots(shared.marks);
    if constexpr (Team::is_resident) {
      constexpr std::uint32_t bytes = Team::slot_columns * sizeof(byte_columns);
      for (int i = 0; i < 2; ++i) block.fill_slot(shared.marks, i, 0, shared.columns[i], matrix_[i], bytes);
    } else {
      repeat<Team::ahead>([&](int use) { fill(use); });
    }
    block.phase([&](int thread) {
      for (int i = thread; i < 2 * Team::primes; i += Team::threads)
        shared.base[i / Team::primes][i % Team::primes] = from.primes[i];
    });
    if constexpr (Team::is_resident) {
      block.template await_slot<1>(shared.marks, 0, 0);
      block.template await_slot<0>(shared.marks, 1, 0);
    }
  }

  /// The columns of a group of quads.
  GBI_DEVICE const byte_columns* columns(int matrix, int group) {
    if constexpr (Team::is_resident) {
      return shared_->columns[matrix] + first_of_group(Team::quads, group) * Team::pairs;
    } else {
      const int use = matrix * Team::groups + group;
      fill(use + Team::ahead);
      block_->template await_slot<Team::ahead>(shared_->marks, use % Team::slots, round(use));
      return shared_->columns[use % Team::slots];
    }
  }
  /// This warp no longer reads these columns.
  GBI_DEVICE void release(int matrix, int group) {
    if constexpr (!Team::is_resident) {
      const int use = matrix * Team::groups + group;
      block_->release_slot(shared_->marks, use % Team::slots);
      if (use + 1 == uses) first_round_ ^= uses / Team::slots % 2;
    }
  }

  /// Waits for slots that were filled ahead.
  GBI_DEVICE void finish() {
    if constexpr (!Team::is_resident)
      repeat<Team::ahead>(
          [&](int use) { block_->template await_slot<0>(shared_->marks, use % Team::slots, round(use)); });
  }

  /// The prime of a lane's residue in this quad.
  GBI_DEVICE rns_prime prime(int base, int quad, int thread) const {
    const rns_prime* const lane = shared_->base[0] + thread % 4;
    return lane[base * Team::primes + 4 * quad];
  }

 private:
  /// Groups are counted from the first group of the first matrix. Slots are used in turn.
  static constexpr int uses = 2 * Team::groups;
  static_assert(Team::is_resident || (uses % Team::slots == 0 && Team::ahead <= Team::slots - 2),
                "a group always uses the same slot");

  GBI_DEVICE std::uint32_t round(int use) const {
    return (first_round_ ^ static_cast<std::uint32_t>(use / Team::slots)) & 1;
  }
  GBI_DEVICE void fill(int use) {
    const int index = use % uses, group = index % Team::groups;
    block_->fill_slot(shared_->marks, use % Team::slots, round(use), shared_->columns[use % Team::slots],
                      matrix_[index / Team::groups] + first_of_group(Team::quads, group) * Team::pairs,
                      static_cast<std::uint32_t>(quads_of_group(Team::quads, group) * Team::pairs) *
                          static_cast<std::uint32_t>(sizeof(byte_columns)));
  }

  Block* block_;
  memory* shared_;
  const byte_columns* matrix_[2];
  std::uint32_t first_round_ = 0;  ///< round of the first use since the first matrix was last started
};

}  // namespace gbi::kernels
