/// \file
/// The choice of the algorithm for operands of given sizes, and of the form of an integer convolution.
#pragma once

#include <cstddef>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/convolution/arguments.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// The memory layout of a batch of numbers.
enum class batch_layout { side_by_side, interleaved };

/// The requested algorithm. If that is automatic, the one that the tuning prefers. If that is automatic, too,
/// the faster one. The result is never automatic.
/// \param batch products at once
/// \param end limit of the wanted limbs: for interleaved numbers teams of threads compute no more limbs.
algorithm choose_algorithm(algorithm asked, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                           std::size_t batch = 1, batch_layout layout = batch_layout::side_by_side,
                           std::size_t end = ~std::size_t{0});

/// Whether transforms are faster than convolutions of digits. Products that wrap around, and those that share
/// transforms, ask this: they have not been compared with convolutions of bytes.
bool prefers_transforms(std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned, std::size_t batch = 1);

/// The form of the integer convolution of algorithm::schoolbook.
enum class convolution {
  automatic,   ///< the planner chooses
  in_block,    ///< one block computes a whole product in one launch
  by_limb,     ///< the shorter operand is one limb: a sum in one launch
  by_columns,  ///< each warp computes some columns of the result
  in_tiles     ///< each block computes a tile of the product matrix
};

/// Limbs of a batch of products modulo 2^(64 out).
struct product_shape {
  std::size_t a, b, out;
  std::size_t batch = 1;
  bool square = false;
};

/// Whether one block can hold a product of this shape. The operands must not be longer than the result.
bool fits_block(const product_shape& shape);

/// The limb products that a block computes, including those with the zeros beside the operands.
std::size_t limb_products_in_block(const product_shape& shape);

/// The requested convolution, or the planner's choice; never automatic. \throws std::length_error if in_block
/// is requested and the product does not fit a block, or by_limb and neither operand is one limb.
convolution choose_convolution(convolution asked, const product_shape& shape, const tuning& tuned);

/// The columns of a sum with a product, where `out` are the limbs that are settled.
kernels::column_form choose_columns(const product_shape& shape, const tuning& tuned);

/// The columns of bytes that a block adds up.
/// \throws std::length_error if the shorter operand is too long for sums of 32 bits
kernels::column_form choose_byte_columns(const product_shape& shape, const tuning& tuned);

}  // namespace gbi::plan
