/// \file
/// Products in which one transform is multiplied by several others: an operand with a kept transform, or an
/// unbalanced product whose longer operand is cut into pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/fft_plan.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// One operand is cut. All its pieces are multiplied by the same transform of the other operand. If there are
/// more than two pieces, the other operand is not longer than a piece, so that every second product ends
/// before the next one begins.
struct piece_plan {
  fft_plan fft;          ///< for the product of one piece
  std::size_t piece;     ///< limbs of every piece except the last, which may be shorter
  std::uint32_t pieces;  ///< 1: the operand is not cut
  bool operator==(const piece_plan&) const = default;
};

/// The cost of the products of all pieces and their sum, in points (cost.hpp), without the transform that
/// they share.
double cost_of_pieces(const piece_plan& plan, std::size_t limbs_kept, const tuning& tuned);

/// The cheapest plan if the transform that all pieces share exists already.
/// \param verified digits are recoded at random, and wider than proven
/// \throws std::length_error if there is none
piece_plan choose_kept(std::size_t limbs_cut, std::size_t limbs_kept, bool verified, const tuning& tuned);

/// Cuts the longer operand if that is clearly cheaper, as for long unbalanced products, or if the whole
/// transform is too long for memory. Otherwise std::nullopt.
std::optional<piece_plan> choose_pieces(std::size_t limbs_a, std::size_t limbs_b, bool verified,
                                        const tuning& tuned);

}  // namespace gbi::plan
