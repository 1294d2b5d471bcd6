/// \file
/// Limbs of a product whose last pass leaves sums of coefficients (kernels/normalize/arguments.hpp).
#pragma once

#include "kernels/normalize/arguments.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::products {

/// Whether sums of digits this wide become limbs, and such a transform has whole segments in its rows.
bool has_sums(const plan::fft_plan& plan);

/// Writes the limbs of a product, or of one that wraps around, whose limb above those of the modulus is its
/// sign.
/// \param room the sums, and room for as many again
void limbs_of_sums(detail::engine& engine, kernels::coefficient_sum* room, const plan::fft_plan& plan,
                   const kernels::limb_target& out, const kernels::sign_rule& sign);

}  // namespace gbi::products
