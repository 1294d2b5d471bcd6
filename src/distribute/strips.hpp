/// \file
/// Where the limbs of a number are in the strips of the ranks that share a product.
///
/// A number is cut into blocks; the limbs of a block hold the digits that a rank has of one row. Block i
/// belongs to rank i mod P. A rank stores its blocks contiguously, each with one additional limb. For
/// operands, this is the limb below the block, because a digit depends on the limb below. For products, it is
/// the limb above the block, which receives the carry out of the block. So place k of row r is limb (r P +
/// rank) length + k of a product, and the limb before that of an operand. Places increase with limbs, so a
/// slab supplies or receives one contiguous run of places. If one rank has all blocks, a limb at the
/// edge of a block has two places.
#pragma once

#include <cstddef>

#include "kernels/distribute/arguments.hpp"
#include "src/distribute/slabs.hpp"

namespace gbi::distribute {

class strips {
 public:
  strips(int ranks, std::size_t length) noexcept : ranks_(static_cast<std::size_t>(ranks)), length_(length) {}

  /// Limbs of a strip.
  std::size_t pitch() const noexcept { return length_ + 1; }
  std::size_t length() const noexcept { return length_; }
  kernels::strip_layout layout() const noexcept {
    return {static_cast<std::uint32_t>(ranks_), static_cast<std::uint32_t>(length_)};
  }
  /// The number of rows that hold this many limbs.
  std::size_t rows_of(std::size_t limbs) const noexcept {
    const std::size_t row = ranks_ * length_;
    return limbs / row + (limbs % row != 0 ? 1 : 0);
  }

  /// The places of an operand's limbs in a rank's strips. Place 0 of rank 0 holds no limb; it is 0.
  range of_operand(int rank, range limbs) const noexcept {
    return {first_place(rank, limbs.begin + 1), first_place(rank, limbs.end + 1)};
  }
  /// The places of a product's limbs in a rank's strips, and of the carries to be added to them.
  range of_product(int rank, range limbs) const noexcept {
    return {first_place(rank, limbs.begin), first_place(rank, limbs.end)};
  }

 private:
  /// The first place for this limb of a product, or for a higher limb.
  std::size_t first_place(int rank, std::size_t limb) const noexcept {
    const std::size_t begin = static_cast<std::size_t>(rank) * length_, row = ranks_ * length_;
    if (limb <= begin) return 0;
    const std::size_t below = limb - begin - 1;
    return below / row * pitch() + std::min(below % row + 1, pitch());
  }

  std::size_t ranks_, length_;
};

}  // namespace gbi::distribute
