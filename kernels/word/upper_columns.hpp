/// \file
/// The upper limbs of a product without what is far below them.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// The limb from which on the columns of a product are added, if its limbs from `skip` on are asked for: what
/// is left out is less than 2^-12 of a unit of limb `skip`, if the shorter operand has at most 2^17 limbs.
/// Columns of at most 2^18 products of 32 x 32 bits are worth less than 2^(64 i + 51), all those below limb i
/// together.
GBI_BOTH constexpr std::uint64_t first_limb_of_sum(std::uint64_t skip) {
  return skip == 0 ? 0 : (skip - 1) / 2 * 2;
}

}  // namespace gbi::kernels
