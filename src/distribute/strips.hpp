/// \file
/// Where limbs of a number lie in the strips of the ranks that share a product.
///
/// A number is cut into blocks of as many limbs as hold the digits that a rank has of a row. Block i belongs
/// to rank i mod P. A rank has its blocks one behind the other, each with one limb more: operands with the
/// limb below a block, because digits look at the one below, and products with the limb above it, where the
/// carry out of the block is. So place k of row r is limb (r P + rank) length + k of a product, and the one
/// before that of an operand. Places grow with limbs: what comes from a slab is one run of places, and what
/// goes to a slab as well.
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
  /// Rows that hold so many limbs.
  std::size_t rows_of(std::size_t limbs) const noexcept {
    const std::size_t row = ranks_ * length_;
    return limbs / row + (limbs % row != 0 ? 1 : 0);
  }

  /// The places in a rank's strips of an operand's limbs. Place 0 of rank 0 has none: it is 0.
  interval of_operand(int rank, interval limbs) const noexcept {
    return {first_place(rank, limbs.begin + 1), first_place(rank, limbs.end + 1)};
  }
  /// The places in a rank's strips of a product's limbs, and of what is to be added to them.
  interval of_product(int rank, interval limbs) const noexcept {
    return {first_place(rank, limbs.begin), first_place(rank, limbs.end)};
  }

 private:
  /// The first place for this limb of a product or a higher one.
  std::size_t first_place(int rank, std::size_t limb) const noexcept {
    const std::size_t begin = static_cast<std::size_t>(rank) * length_, row = ranks_ * length_;
    if (limb <= begin) return 0;
    return (limb - begin) / row * pitch() + std::min((limb - begin) % row, pitch());
  }

  std::size_t ranks_, length_;
};

}  // namespace gbi::distribute
