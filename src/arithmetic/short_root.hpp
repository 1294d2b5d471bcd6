/// \file
/// Square roots of short numbers in host memory, from which the iteration on a device starts.
#pragma once

#include <span>
#include <vector>

#include "kernels/word/limb.hpp"

namespace gbi::arithmetic {

/// floor(sqrt(a)), n limbs, for a of 2 n limbs whose top limb is at least 2^62. Finds one digit of 64 bits
/// after the other, as in longhand: 3 n^2 / 2 limb products.
std::vector<limb> short_root(std::span<const limb> a);

}  // namespace gbi::arithmetic
