/// \file
/// Limbs between slabs and strips (strips.hpp): operands of a shared product to the ranks that share it, and
/// the product back. Both objects are made in agree(), say how much memory they need, and move limbs once.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/parcels.hpp"
#include "src/distribute/strips.hpp"
#include "src/distribute/under_way.hpp"
#include "src/distribute/value.hpp"

namespace gbi::distribute {

/// An operand in strips.
class operand_strips {
 public:
  /// \param limbs of the operand; higher ones are 0
  /// \param sharing the ranks that share the product, the lowest ones of the group
  operand_strips(const value& x, const strips& where, std::size_t limbs, int sharing);

  /// Limbs of memory for the strips of a local rank, and for what it sends.
  std::size_t places(std::size_t own) const noexcept { return places_[own]; }
  std::size_t packed(std::size_t own) const noexcept { return packed_[own]; }
  void use(std::size_t own, limb* in_strips, limb* packed) noexcept {
    targets_[own] = in_strips;
    sources_[own] = packed;
  }
  /// Packs, and begins to send. Collective. \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges);

  const limb* at(std::size_t own) const noexcept { return targets_[own]; }
  std::size_t limbs() const noexcept { return limbs_; }

 private:
  const value& x_;
  strips where_;
  std::size_t limbs_;
  int sharing_;
  std::vector<parcels> parcels_;
  std::vector<communicator::segments> segments_;
  std::vector<std::size_t> places_, packed_;
  std::vector<limb*> targets_, sources_;
};

/// A product that comes in strips, each with the limb above it. It goes to the slabs in turns: first what is
/// for the next rank, and last what stays on a rank. So strips can travel while others are computed.
class product_strips {
 public:
  product_strips(value& result, const strips& where, int sharing);

  int turns() const noexcept { return static_cast<int>(turns_.size()); }
  /// Rows of a local rank's strips that go in this turn, without those of earlier turns.
  interval rows(std::size_t own, int turn) const noexcept { return turn_of(turn)[own].rows; }
  /// Limbs of memory for the strips of a local rank, and for what it receives of others.
  std::size_t places(std::size_t own) const noexcept;
  std::size_t received(std::size_t own) const noexcept { return received_[own]; }
  void use(std::size_t own, limb* in_strips, limb* received) noexcept {
    sources_[own] = in_strips;
    targets_[own] = received;
  }
  limb* at(std::size_t own) const noexcept { return sources_[own]; }
  /// Begins to send what goes in this turn. Collective. \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges, int turn);
  /// Joins what a rank has received: its slab, and the limb above it. In a step.
  void join(rank& r, const kernels::tile_chain& chain, const kernels::sign_rule& sign) const;

 private:
  /// What a local rank does in a turn.
  struct share {
    interval rows;
    parcels moved;
  };
  const std::vector<share>& turn_of(int turn) const noexcept {
    return turns_[static_cast<std::size_t>(turn)];
  }
  /// The rows with a part of a slab.
  interval rows_for(int rank, int to) const noexcept;

  value& result_;
  strips where_;
  int sharing_;
  std::vector<std::vector<share>> turns_;
  std::vector<communicator::segments> segments_;
  std::vector<std::vector<std::size_t>> receive_at_;  ///< of each local rank: where the limbs of a rank go
  std::vector<std::size_t> received_;
  std::vector<limb*> sources_, targets_;
};

}  // namespace gbi::distribute
