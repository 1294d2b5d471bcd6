/// \file
/// Moves limbs between slabs and strips (strips.hpp): operands of a shared product to the ranks that share
/// it, and the product back. Both objects are made in agree(), report how much memory they need, and move
/// limbs once.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/rank_segments.hpp"
#include "src/distribute/strips.hpp"
#include "src/distribute/under_way.hpp"
#include "src/distribute/value.hpp"

namespace gbi::distribute {

class operand_strips {
 public:
  /// \param limbs of the operand; higher limbs are 0
  /// \param sharing the ranks that share the product
  operand_strips(const value& x, const strips& where, std::size_t limbs, rank_range sharing);

  /// Limbs of memory for the strips of a local rank and for the limbs that it sends.
  std::size_t places(std::size_t own) const noexcept { return places_[own]; }
  std::size_t packed(std::size_t own) const noexcept { return packed_[own]; }
  void use(std::size_t own, limb* in_strips, limb* packed) noexcept {
    targets_[own] = in_strips;
    sources_[own] = packed;
  }
  /// Packs the limbs and begins to send them. Collective. \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges);

  const limb* at(std::size_t own) const noexcept { return targets_[own]; }
  std::size_t limbs() const noexcept { return limbs_; }

 private:
  const value& x_;
  strips where_;
  std::size_t limbs_;
  rank_range sharing_;
  std::vector<rank_segments> rank_segments_;
  std::vector<communicator::segments> segments_;
  std::vector<std::size_t> places_, packed_;
  std::vector<limb*> targets_, sources_;
};

/// A product in strips, each with the limb above it. It moves to the slabs in rounds: first the strips for
/// the next rank, and last those that stay on their rank. So strips can travel while others are computed.
class product_strips {
 public:
  product_strips(value& result, const strips& where, rank_range sharing);

  int rounds() const noexcept { return static_cast<int>(rounds_.size()); }
  /// The rows of a local rank's strips that move in this round, without those of earlier rounds.
  range rows(std::size_t own, int round) const noexcept { return round_of(round)[own].rows; }
  /// Limbs of memory for the strips of a local rank and for the limbs that it receives from others.
  std::size_t places(std::size_t own) const noexcept;
  std::size_t received(std::size_t own) const noexcept { return received_[own]; }
  void use(std::size_t own, limb* in_strips, limb* received) noexcept {
    sources_[own] = in_strips;
    targets_[own] = received;
  }
  limb* at(std::size_t own) const noexcept { return sources_[own]; }
  /// Begins to send the strips of this round. Collective. \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges, int round);
  /// Joins the strips that a rank has received into its slab and the limb above it. Called in a step.
  void join(rank& r, const kernels::tile_chain& chain, const kernels::sign_rule& sign) const;

 private:
  /// What a local rank does in a round.
  struct sent_rows {
    range rows;
    rank_segments moved;
  };
  const std::vector<sent_rows>& round_of(int round) const noexcept {
    return rounds_[static_cast<std::size_t>(round)];
  }
  /// The rows that contain part of a slab.
  range rows_for(int rank, int to) const noexcept;

  value& result_;
  strips where_;
  rank_range sharing_;
  std::vector<std::vector<sent_rows>> rounds_;
  std::vector<communicator::segments> segments_;
  std::vector<std::vector<std::size_t>> receive_at_;  ///< for each local rank: places for the limbs of a rank
  std::vector<std::size_t> received_;
  std::vector<limb*> sources_, targets_;
};

}  // namespace gbi::distribute
