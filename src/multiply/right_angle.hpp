/// \file
/// The transform route: one run of its passes with the digits of a plan.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

struct right_angle_run {
  kernels::verdict* verdicts = nullptr;  ///< of a verified plan: where the rounding is measured
  bool rows_by_many_threads = false;
  kernels::gate open = {};  ///< closed, nothing happens
};

/// A batch whose workspace fits: columns of both operands, rows of both with the pointwise product, columns
/// back, normalise. What fits a block is one launch without workspace.
void run_right_angle(detail::engine& engine, const product& what, const plan::fft_plan& plan,
                     const right_angle_run& how = {});

}  // namespace gbi::products
