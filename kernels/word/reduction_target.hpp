/// \file
/// Where a reduction over limbs (kernels/scan/limb_reduction.hpp) leaves its word.
#pragma once

#include "kernels/word/limb.hpp"

namespace gbi::kernels {

struct reduction_target {
  limb* word;  ///< 0 before
  /// When given, the word is an answer for the host: the last block to arrive moves it to box[1], writes the
  /// ticket to box[0], and leaves 0 in *word and *arrivals, which also was 0 before.
  std::uint64_t* box = nullptr;
  std::uint64_t ticket = 0;
  std::uint32_t* arrivals = nullptr;
  std::uint32_t blocks = 0;  ///< that share the tiles; set by the grid

  // NOLINTNEXTLINE(google-explicit-constructor): most targets are only a word
  constexpr reduction_target(limb* target) : word(target) {}
};

}  // namespace gbi::kernels
