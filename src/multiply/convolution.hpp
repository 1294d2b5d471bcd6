/// \file
/// The routes of the integer convolution, for a batch whose workspace fits.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

void compute(detail::engine& engine, const product& wanted, const plan::routes::in_block& route);
/// Requires that one of the operands has one limb.
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_limb& route);
void compute(detail::engine& engine, const product& wanted, const plan::routes::in_tiles& route);
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_columns& route);
/// Requires that the shorter factor has at most kernels::longest_byte_factor limbs.
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_bytes& route);
/// Requires a batch whose results have at most twice the limbs of the longer operand.
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_warps& route);
/// By columns. Does nothing for a product if its gate has nothing to repair.
void repair_by_columns(detail::engine& engine, const product& wanted, const kernels::repair_gate& repair);

}  // namespace gbi::products
