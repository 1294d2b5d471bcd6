/// \file
/// The operands and the result of a kernel, relative to the tile of a block. The parts inside the tile are
/// determined once, so that a limb costs one 32-bit comparison and the addresses of a thread's limbs differ
/// by constants.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// A limb index relative to a tile, or something as far outside for all purposes. A tile is much shorter.
GBI_BOTH constexpr std::int32_t near_tile(std::int64_t limb_in_tile) {
  constexpr std::int64_t far = std::int64_t{1} << 30;
  return static_cast<std::int32_t>(limb_in_tile < -far ? -far : limb_in_tile > far ? far : limb_in_tile);
}

/// Limbs outside the operand are zero.
class operand_of_tile {
 public:
  /// \param first the limb of the operand at limb 0 of the tile; negative if the operand begins later
  GBI_DEVICE operand_of_tile(const limb* limbs, std::uint64_t count, std::int64_t first)
      : limbs_(limbs),
        tile_(count > 0 ? limbs + first : limbs),
        begin_(static_cast<std::uint32_t>(near_tile(-first))),
        count_(static_cast<std::uint32_t>(near_tile(static_cast<std::int64_t>(count) - first)) - begin_) {}
  /// Limbs shortly before and after the tile may be asked for, too.
  GBI_DEVICE limb operator()(std::int32_t limb_in_tile) const {
    return static_cast<std::uint32_t>(limb_in_tile) - begin_ < count_ ? tile_[limb_in_tile] : 0;
  }
  GBI_DEVICE bool begins_at(const limb* limbs) const { return limbs_ == limbs; }

 private:
  const limb *limbs_, *tile_;
  std::uint32_t begin_, count_;  ///< where the operand begins in the tile, and its limbs from there
};

/// The limbs of a result that are in a tile; other limbs are dropped.
class result_of_tile {
 public:
  GBI_DEVICE result_of_tile(limb* limbs, std::uint64_t count, std::uint64_t first)
      : limbs_(limbs),
        tile_(count > 0 ? limbs + first : limbs),
        end_(near_tile(static_cast<std::int64_t>(count - first))) {}
  GBI_DEVICE void operator()(std::int32_t limb_in_tile, limb value) const {
    if (limb_in_tile < end_) tile_[limb_in_tile] = value;
  }
  GBI_DEVICE limb* begin() const { return limbs_; }
  /// Where the result ends in the tile.
  GBI_DEVICE std::int32_t end() const { return end_; }

 private:
  limb *limbs_, *tile_;
  std::int32_t end_;
};

}  // namespace gbi::kernels
