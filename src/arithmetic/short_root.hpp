/// \file
/// Square roots of short numbers in host memory: where the iteration on a device begins.
#pragma once

#include <span>
#include <vector>

#include "kernels/word/limb.hpp"

namespace gbi::arithmetic {

/// floor(sqrt(a)) of 2 n limbs, the top one at least 2^62: n limbs. A digit of 64 bits after the other, as on
/// paper: 3 n^2 / 2 products of limbs.
std::vector<limb> short_root(std::span<const limb> a);

}  // namespace gbi::arithmetic
