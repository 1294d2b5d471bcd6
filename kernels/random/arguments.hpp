/// \file
/// Arguments of the kernel of random numbers.
#pragma once

#include <cstdint>

#include "kernels/word/limb.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// Number g of the batch becomes draw `first_draw + g` of the key's sequence. Its limbs 2 i and 2 i + 1 are
/// the random block of the counter (i, draw). Only its limbs from first_limb on are written.
struct random_arguments {
  std::uint64_t key;
  std::uint64_t first_draw;
  limb_target out;
  limb last_mask;     ///< bits of the last limb that are kept
  limb* sign_result;  ///< if given, becomes 0: not negative
  std::uint32_t batch = 1;
  std::uint64_t first_limb = 0;
};

}  // namespace gbi::kernels
