/// \file
/// Moves limbs of a number to the ranks that need them: from one range on each rank to another range on
/// each rank, by one exchange. Nothing moves if every rank already has what it needs.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/word/limb_span.hpp"
#include "src/distribute/group.hpp"
#include "src/distribute/rank_segments.hpp"
#include "src/distribute/slabs.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::distribute {

/// One exchange. Construct it and allocate its memory in prepare().
class redistribution {
 public:
  /// \param owned, wanted an entry for every rank of the group, the same in all processes. Every wanted limb
  /// has exactly one owner
  redistribution(group& on, std::vector<range> owned, std::vector<range> wanted);

  /// Allocates memory for the limbs that a local rank receives. \throws out_of_memory
  void allocate(rank& r);
  /// Puts the rank's limbs into the caller's memory, even if the rank already owns them.
  void receive_at(rank& r, limb* target);
  /// Moves the limbs. Collective.
  /// \param sources the addresses of the limbs that each local rank owns
  void run(const std::vector<const limb*>& sources);

  /// The limbs that a local rank wanted. Call it after run().
  kernels::limb_span at(std::size_t own) const noexcept {
    return {places_[own], wanted_[first_ + own].size(), 0};
  }

 private:
  group& on_;
  std::size_t first_;  ///< local rank
  std::vector<range> owned_, wanted_;
  bool moves_ = false;
  std::vector<rank_segments> rank_segments_;
  std::vector<communicator::segments> segments_;
  std::vector<exec::buffer<limb>> memory_;
  std::vector<limb*> targets_;
  std::vector<const limb*> places_;
};

}  // namespace gbi::distribute
