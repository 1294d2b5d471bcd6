/// \file
/// Arguments of the kernels at the bottom of a product tree.
#pragma once

#include "kernels/word/limb_span.hpp"
#include "kernels/word/polynomial.hpp"

namespace gbi::kernels {

/// Leaf i is the product of words [i count / leaves, (i + 1) count / leaves), or 1 if there are none.
struct word_leaves_arguments {
  const limb* words;
  std::uint64_t count;
  limb* limbs;                   ///< leaf i is limbs[i * limbs_per_leaf ...)
  std::uint32_t limbs_per_leaf;  ///< at least 1, and at least the number of words of any leaf
  std::uint32_t leaves;
  std::uint64_t* bits;  ///< the bit length of each leaf
};

/// Leaf i has the terms of pairs [i pairs / leaves, (i + 1) pairs / leaves), where pair 0 starts with the
/// term `first`. The very last pair may have only one term.
struct series_leaves_arguments {
  word_polynomial ratio, share, weight;  ///< p, q and a of gbi::rational_series
  std::uint64_t first, terms;            ///< terms > 0
  std::uint32_t leaves;                  ///< at most the number of pairs
  bool alternates;                       ///< p(k) is negative
  limb_target p, q, t;                   ///< rows of leaves, with room for every value
  limb* wrong;  ///< becomes 1 if a sign is not as gbi::sum_of requires, or if the sum of a leaf changes its
                ///< sign
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
