/// \file
/// Products that the ranks of a group share: how many ranks, which transform, and which rank holds which part
/// (docs/scale.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/fft/ends/arguments.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// The transform is a matrix of C rows and w columns. Rank g of P has w/P neighbouring columns in the first
/// pass and C/P neighbouring rows in all others.
struct shared_plan {
  fft_plan fft;    ///< verified
  int ranks;       ///< P, a power of two
  int chunks = 1;  ///< chunks of a rank's rows, exchanged one after the other while passes run
  /// The product is computed modulo 2^(64 modulus()) + 1 on one machine, and modulo 2^(32 modulus()) + 1 on
  /// another.
  bool wraps = false;

  std::uint64_t points() const { return fft.shape.points; }
  /// The limbs of the modulus of a product that wraps around. An even number.
  std::size_t modulus() const { return modulus_limbs(fft); }
  /// The points of a rank.
  std::uint64_t own_points() const { return points() / count(); }
  std::uint64_t rows() const { return static_cast<std::uint64_t>(fft.shape.column[0]); }
  std::uint64_t width() const { return points() / rows(); }
  std::uint64_t own_rows() const { return rows() / count(); }
  std::uint64_t own_width() const { return width() / count(); }
  /// The limbs that hold a rank's digits of a row: its strip.
  std::size_t strip() const {
    return static_cast<std::size_t>(own_width() * static_cast<std::uint64_t>(fft.digit_bits) / 64);
  }
  /// The points that a rank sends to each other rank.
  std::uint64_t segment() const { return own_rows() * own_width(); }
  /// Where a rank stores the segment for rank `to`, in points. The first columns leave it there.
  std::uint64_t sent_at(int to) const { return static_cast<std::uint64_t>(to) * segment(); }
  /// Where a rank stores the segment from rank `from`. Its own segment does not move.
  std::uint64_t received_at(int rank, int from) const {
    const auto word = [](int number) { return static_cast<std::uint32_t>(number); };
    return kernels::place_of_segment(word(rank), word(ranks - 1), word(from)) * segment();
  }
  /// The points of memory for an operand on a rank: segments for all ranks, and segments from the other
  /// ranks.
  std::uint64_t held_points() const { return (2 * count() - 1) * segment(); }

  bool operator==(const shared_plan&) const = default;

 private:
  std::uint64_t count() const { return static_cast<std::uint64_t>(ranks); }
};

/// Every transform that ranks can share, shortest first. It has at least two column passes: the first stays
/// inside a rank's columns, the second reads rows in parts.
std::span<const fft_shape> shared_shapes();

/// Whether this many ranks can share a transform of this shape: all ranks have equal parts, strips are whole
/// limbs, the parts of rows are whole rows of the second column pass, and segments are whole blocks of the
/// row pass.
bool is_shareable(const fft_shape& shape, int ranks);

/// The bytes that a rank needs besides the slabs of operands and product: the points of both operands, or the
/// points and the coefficients of a square.
std::size_t workspace_of(const shared_plan& plan, bool square);

}  // namespace gbi::plan
