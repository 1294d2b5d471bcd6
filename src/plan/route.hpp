/// \file
/// Which algorithm multiplies operands of given sizes, and how a convolution in integers runs.
#pragma once

#include <cstddef>

#include "gpu_bigint/arithmetic.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// How the numbers of a batch lie in memory.
enum class batch_layout { side_by_side, interleaved };

/// Never automatic: what is asked for; if that is automatic, what the tuning prefers; else the faster one.
/// \param batch products at once
/// \param end of the limbs that are wanted: of interleaved numbers teams of threads compute no more.
algorithm choose_algorithm(algorithm asked, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                           std::size_t batch = 1, batch_layout layout = batch_layout::side_by_side,
                           std::size_t end = ~std::size_t{0});

/// How the integer convolution of algorithm::schoolbook runs.
enum class convolution {
  automatic,   ///< as the planner says
  in_block,    ///< a block computes a whole product, in one launch
  by_limb,     ///< the shorter operand is one limb: a sum, in one launch
  by_columns,  ///< a warp computes some columns of the result
  in_tiles     ///< a block computes a tile of the product matrix
};

/// Limbs of a batch of products modulo 2^(64 out).
struct product_shape {
  std::size_t a, b, out;
  std::size_t batch = 1;
  bool square = false;
};

/// Whether one block holds a product of this shape, whose operands are not longer than the result.
bool fits_block(const product_shape& shape);

/// Products of limbs that a block computes, those with the zeros beside the operands included.
std::size_t limb_products_in_block(const product_shape& shape);

/// Never automatic. \throws std::length_error if in_block is asked for and the product does not fit a block,
/// or by_limb and both operands are longer.
convolution choose_convolution(convolution asked, const product_shape& shape, const tuning& tuned);

}  // namespace gbi::plan
