/// \file
/// The routes of the integer convolution, for a batch whose workspace fits.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

void run_in_block(detail::engine& engine, const product& wanted);
/// Requires that one of the operands has one limb.
void run_by_limb(detail::engine& engine, const product& wanted);
void run_tiled(detail::engine& engine, const product& wanted);
/// Does nothing for a product if its gate has nothing to repair.
void run_columns(detail::engine& engine, const product& wanted, const kernels::repair_gate& repair = {});
/// Computes the product by byte columns. Requires that the shorter factor has at most
/// kernels::longest_byte_factor limbs.
void run_bytes(detail::engine& engine, const product& wanted, kernels::column_form form);

}  // namespace gbi::products
