/// \file
/// The transform route: one run of its passes with the digits of a plan.
#pragma once

#include "src/multiply/product.hpp"

namespace gbi::products {

struct right_angle_run {
  kernels::verdict* verdicts = nullptr;  ///< receives the rounding errors of a verified plan
  bool rows_by_many_threads = false;
  kernels::gate open = {};  ///< if it says nothing to repair, nothing happens
};

/// Computes a batch whose workspace fits: fft columns of both operands, rows of both with the pointwise
/// product, fft columns back, normalise. A product that fits a block is one launch without workspace.
void run_right_angle(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                     const right_angle_run& how = {});

}  // namespace gbi::products
