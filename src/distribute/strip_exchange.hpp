/// \file
/// Limbs between slabs and strips (strips.hpp): operands of a shared product to the ranks that share it, and
/// the product back. Both objects are made in agree(), say how much memory they need, and move limbs once.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/parcels.hpp"
#include "src/distribute/strips.hpp"
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
  /// Collective.
  void run();

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

/// A product that comes in strips, each with the limb above it.
class product_strips {
 public:
  product_strips(value& result, const strips& where, int sharing);

  /// Rows of strips that hold the product.
  std::size_t rows() const noexcept { return where_.rows_of(result_.where().limbs()); }
  /// Limbs of memory for the strips of a local rank, and for what it receives of others.
  std::size_t places(std::size_t own) const noexcept;
  std::size_t received(std::size_t own) const noexcept { return received_[own]; }
  void use(std::size_t own, limb* in_strips, limb* received) noexcept {
    sources_[own] = in_strips;
    targets_[own] = received;
  }
  limb* at(std::size_t own) const noexcept { return sources_[own]; }
  /// Moves the strips to the ranks of their slabs. Collective.
  void run();
  /// Joins what a rank has received: its slab, and the limb above it. In a step.
  void join(rank& r, const kernels::tile_chain& chain, const kernels::sign_rule& sign) const;

 private:
  value& result_;
  strips where_;
  int sharing_;
  std::vector<parcels> parcels_;
  std::vector<communicator::segments> segments_;
  std::vector<std::size_t> received_;
  std::vector<limb*> sources_, targets_;
};

}  // namespace gbi::distribute
