/// \file
/// Chooses the algorithm for operands of given sizes, and the form of an integer convolution.
#pragma once

#include <cstddef>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/convolution/arguments.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// The memory layout of a batch of numbers.
enum class batch_layout { side_by_side, interleaved };

/// The requested algorithm. If that is automatic, the algorithm that the tuning prefers. If that is also
/// automatic, the fastest algorithm. The result is never automatic.
/// \param batch the number of simultaneous products
/// \param end the number of wanted limbs; for interleaved numbers, teams of threads compute no more limbs.
algorithm choose_algorithm(algorithm asked, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                           std::size_t batch = 1, batch_layout layout = batch_layout::side_by_side,
                           std::size_t end = ~std::size_t{0});

/// Whether transforms are faster than convolutions of digits. For products that wrap around or share
/// transforms, which have not been compared with convolutions of bytes.
bool prefers_transforms(std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned, std::size_t batch = 1);

/// The form of the integer convolution of algorithm::schoolbook.
enum class convolution {
  automatic,   ///< the planner chooses
  in_block,    ///< one block computes the whole product in one launch
  by_limb,     ///< the shorter operand has one limb: a sum in one launch
  by_columns,  ///< each warp computes some columns of the result
  in_tiles     ///< each block computes a tile of the product matrix
};

/// The limbs of a batch of products modulo 2^(64 out).
struct product_shape {
  std::size_t a, b, out;
  std::size_t batch = 1;
  bool square = false;
};

/// Whether a product of this shape fits in one block. The operands must not be longer than the result.
bool fits_block(const product_shape& shape);

/// The limb products that a block computes, including those with the zeros that pad the operands.
std::size_t limb_products_in_block(const product_shape& shape);

/// The requested convolution, or the planner's choice; never automatic. \throws std::length_error if in_block
/// is requested and the product does not fit in a block, or by_limb and neither operand has one limb.
convolution choose_convolution(convolution asked, const product_shape& shape, const tuning& tuned);

/// The columns of a sum with a product, where `out` is the number of result limbs.
kernels::column_form choose_columns(const product_shape& shape, const tuning& tuned);

/// The byte columns that a block adds up.
/// \throws std::length_error if the shorter operand is too long for sums of 32 bits
kernels::column_form choose_byte_columns(const product_shape& shape, const tuning& tuned);

}  // namespace gbi::plan
