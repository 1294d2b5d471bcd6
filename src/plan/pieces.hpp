/// \file
/// Products in which one transform meets several others: an operand that is kept transformed, or the longer
/// operand of an unbalanced product cut into pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/fft_plan.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// One operand is cut; its pieces are multiplied by the same transform of the other one, which is not longer
/// than a piece if there are more than two: every second product ends before the next one begins.
struct piece_plan {
  fft_plan fft;          ///< of the product of a piece
  std::size_t piece;     ///< limbs of every piece but the last, which may be shorter
  std::uint32_t pieces;  ///< 1: the operand is not cut
  bool operator==(const piece_plan&) const = default;
};

/// What a product costs, in points: the time of moving 16 bytes of each at the speed of a copy.
double cost_of_product(const fft_plan& plan);
/// The products of all pieces and their sum, without the transform that they share, and that.
double cost_of_pieces(const piece_plan& plan, std::size_t limbs_kept, const tuning& tuned);
double cost_of_spectrum(const fft_plan& plan);

/// The cheapest plan when the transform that all pieces share is there already.
/// \param verified digits recoded at random, wider than proven
/// \throws std::length_error if there is none
piece_plan choose_kept(std::size_t limbs_cut, std::size_t limbs_kept, bool verified, const tuning& tuned);

/// Two transforms that are longer leave no room for the numbers on a GPU of 141 GB.
inline constexpr std::uint64_t longest_whole = std::uint64_t{1} << 31;

/// How a product is cut if that is clearly worth it, as in long unbalanced ones, or if a transform of the
/// whole is longer than longest_whole. The longer operand is the one that is cut.
std::optional<piece_plan> choose_pieces(std::size_t limbs_a, std::size_t limbs_b, bool verified,
                                        const tuning& tuned);

}  // namespace gbi::plan
