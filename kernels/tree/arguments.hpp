/// \file
/// Arguments of the kernels below a product tree.
#pragma once

#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// Leaf i is the product of words [i count / leaves, (i + 1) count / leaves), or 1 if there are none.
struct word_leaves_arguments {
  const limb* words;
  std::uint64_t count;
  limb* limbs;                   ///< leaf i is limbs[i * limbs_per_leaf ...)
  std::uint32_t limbs_per_leaf;  ///< at least 1, and at least the number of words of any leaf
  std::uint32_t leaves;
};

/// Copies numbers from anywhere into rows of equal length.
struct gather_arguments {
  const limb_span* numbers;  ///< in device memory, one for each row; strides are not used
  limb_target rows;          ///< zeros follow a shorter number; limbs beyond the row are dropped
  std::uint32_t count;
};

/// The sign of a product.
struct sign_arguments {
  const limb* const* signs;  ///< in device memory: the addresses of the factors' sign words
  std::uint32_t count;
  limb* result;
};

}  // namespace gbi::kernels
