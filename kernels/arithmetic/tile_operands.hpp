/// \file
/// The operands and the result of a sum, relative to a tile. The parts inside the tile are determined once,
/// so that a limb costs one 32-bit comparison and the addresses of a thread's rows differ by constants.
#pragma once

#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// An operand whose limb 0 is added to limb `begin` of the sum. Limbs outside the operand are zero.
class operand_of_tile {
 public:
  GBI_DEVICE operand_of_tile(const limb_span& operand, tile_position at, std::uint64_t begin)
      : limbs_(operand.limbs + at.problem * operand.stride),
        first_(static_cast<std::int64_t>(at.limb_index(0) - begin)),
        begin_(near_tile(-first_)),
        count_(static_cast<std::uint32_t>(near_tile(static_cast<std::int64_t>(operand.count) - first_) -
                                          begin_)) {}
  /// \param limb_in_tile halo_limb to carry_tile_limbs
  GBI_DEVICE limb operator()(int limb_in_tile) const {
    return static_cast<std::uint32_t>(limb_in_tile - begin_) < count_ ? limbs_[first_ + limb_in_tile] : 0;
  }
  GBI_DEVICE bool begins_at(const limb* limbs) const { return limbs_ == limbs; }

 private:
  GBI_DEVICE static int near_tile(std::int64_t limb_in_tile) {
    constexpr int behind = carry_tile_limbs + 1;
    return limb_in_tile < halo_limb ? halo_limb
           : limb_in_tile > behind  ? behind
                                    : static_cast<int>(limb_in_tile);
  }

  const limb* limbs_;
  std::int64_t first_;  ///< the limb of the operand at limb 0 of the tile; negative before the operand
  int begin_;           ///< where the operand begins in the tile
  std::uint32_t count_;
};

/// The limbs of a result that are in a tile; other limbs are dropped.
class result_of_tile {
 public:
  GBI_DEVICE result_of_tile(const limb_target& out, tile_position at)
      : problem_(out.limbs + at.problem * out.stride),
        limbs_(problem_ + at.limb_index(0)),
        count_(out.count > at.limb_index(carry_tile_limbs) ? carry_tile_limbs
                                                           : static_cast<int>(out.count - at.limb_index(0))) {
  }
  GBI_DEVICE void operator()(int limb_in_tile, limb sum) const {
    if (limb_in_tile < count_) limbs_[limb_in_tile] = sum;
  }
  GBI_DEVICE limb* problem() const { return problem_; }

 private:
  limb *problem_, *limbs_;
  int count_;
};

}  // namespace gbi::kernels
