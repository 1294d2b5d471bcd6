/// \file
/// The routes of the integer convolution, for a batch whose workspace fits.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

void run_in_block(detail::engine& engine, const product& what);
/// One of the operands is a limb.
void run_by_limb(detail::engine& engine, const product& what);
void run_tiled(detail::engine& engine, const product& what);
/// Does nothing for products behind a closed gate.
void run_columns(detail::engine& engine, const product& what, const kernels::gate& open = {});

}  // namespace gbi::products
