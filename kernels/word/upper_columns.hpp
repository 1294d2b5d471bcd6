/// \file
/// The upper limbs of a product without the columns far below them.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// The limb from which on the columns of a product are added if its limbs from `skip` on are needed. The
/// omitted part is less than 2^-12 units of limb `skip` if the shorter operand has at most 2^17 limbs: a
/// column of at most 2^18 products of 32 x 32 bits, and all columns below limb i together, are worth less
/// than 2^(64 i + 51).
GBI_BOTH constexpr std::uint64_t first_limb_of_sum(std::uint64_t skip) {
  return skip == 0 ? 0 : (skip - 1) / 2 * 2;
}

}  // namespace gbi::kernels
