/// \file
/// Moves limbs of a number to where an operation wants them: from an interval on each rank to another one on
/// each rank, by one exchange. Nothing moves if every rank has what it wants.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/word/limb_span.hpp"
#include "src/distribute/group.hpp"
#include "src/distribute/parcels.hpp"
#include "src/distribute/slabs.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::distribute {

/// One exchange. It is made and gets its memory in prepare().
class redistribution {
 public:
  /// \param owned, wanted an entry for every rank of the group, and the same in all processes. What is wanted
  /// is owned by some rank, and nothing is owned by two
  redistribution(group& on, std::vector<interval> owned, std::vector<interval> wanted);

  /// Memory for what a local rank receives. \throws out_of_memory
  void allocate(rank& r);
  /// Has the rank's limbs received in memory of the caller's, even if it owns them already.
  void receive_at(rank& r, limb* target);
  /// Moves the limbs. Collective.
  /// \param sources where each local rank has what it owns
  void run(const std::vector<const limb*>& sources);

  /// What a local rank wanted; after run().
  kernels::limb_span at(std::size_t own) const noexcept {
    return {places_[own], wanted_[first_ + own].size(), 0};
  }

 private:
  group& on_;
  std::size_t first_;  ///< local rank
  std::vector<interval> owned_, wanted_;
  bool moves_ = false;
  std::vector<parcels> parcels_;
  std::vector<communicator::segments> segments_;
  std::vector<exec::buffer<limb>> memory_;
  std::vector<limb*> targets_;
  std::vector<const limb*> places_;
};

}  // namespace gbi::distribute
