/// \file
/// Products in which one transform is multiplied by several others: an operand with a kept transform, or an
/// unbalanced product whose longer operand is cut into pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// One operand is cut. All its pieces are multiplied by the same transform of the other operand. If there are
/// more than two pieces, the other operand is shorter than a piece, so that every second product ends before
/// the next one begins.
struct piece_plan {
  fft_plan fft;          ///< for the product of one piece
  std::size_t piece;     ///< limbs of every piece except the last, which may be shorter
  std::uint32_t pieces;  ///< 1: the operand is not cut
  bool operator==(const piece_plan&) const = default;
};

/// Cuts an operand into pieces of `least` limbs or a few more. Pieces are whole numbers of digits, so that
/// the coefficients of neighbouring products belong to the same digits.
constexpr piece_plan cut_into(const fft_plan& fft, std::size_t limbs, std::size_t least) {
  const auto bits = static_cast<std::size_t>(fft.digit_bits);
  const std::size_t piece = (std::max(least, kernels::shortest_piece_limbs) + bits - 1) / bits * bits;
  return {fft, piece, static_cast<std::uint32_t>((limbs + piece - 1) / piece)};
}

}  // namespace gbi::plan
