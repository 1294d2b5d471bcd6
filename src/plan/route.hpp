/// \file
/// What a caller may request of a product, and the form of an integer convolution.
#pragma once

#include <cstddef>

#include "gpu_bigint/arithmetic.hpp"
#include "src/plan/product_shape.hpp"

namespace gbi::plan {

struct batch_tuning;

/// The form of the integer convolution of algorithm::schoolbook.
enum class convolution {
  automatic,   ///< the planner chooses
  in_block,    ///< one block computes the whole product in one launch
  by_limb,     ///< the shorter operand has one limb: a sum in one launch
  by_columns,  ///< each warp computes some columns of the result
  in_tiles     ///< each block computes a tile of the product matrix
};

/// The algorithm that the caller requests.
struct product_request {
  algorithm how = algorithm::automatic;
  convolution form = convolution::automatic;  ///< for schoolbook
  /// The product fits in the result, although the operands together have more limbs.
  bool fits = false;
  bool whole = false;  ///< no coprime moduli
};

/// Whether each product of a batch side by side is a convolution of bytes by a warp.
bool is_by_warps(const product_shape& shape, const batch_tuning& limits);

/// Whether a product of this shape fits in one block. The operands must not be longer than the result.
bool fits_block(const product_shape& shape);

/// The limb products that a block computes, including those with the zeros that pad the operands.
std::size_t limb_products_in_block(const product_shape& shape);

}  // namespace gbi::plan
