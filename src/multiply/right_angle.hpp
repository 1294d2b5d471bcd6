/// \file
/// One run of the transform route, with the digits of a plan; what the route itself, its verification and
/// tests are made of.
#pragma once

#include "src/multiply/multiply.hpp"

namespace gbi::products {

struct right_angle_run {
  plan::fft_plan plan;
  /// Of a verified plan: where the rounding is measured, and the seeds of both operands' digits.
  kernels::verdict* verdicts = nullptr;
  std::uint64_t seed[2] = {0, 0};
  /// Or without recoding, which is what hostile operands hope for.
  bool recoded = true;
  /// Closed, nothing happens.
  kernels::gate open = {};
};

void run_right_angle(detail::engine& engine, const product& what, const right_angle_run& how);

/// Bytes for each problem.
std::size_t workspace_of_right_angle(const plan::fft_plan& plan);

/// With a verified plan: run, verify, and what repairs a wrong product.
void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan,
                  bool recoded = true);

/// Looks at products that were computed by transforms, and says in `verdicts` which are wrong.
void verify(detail::engine& engine, const product& what, kernels::verdict* verdicts, bool after_repair);

}  // namespace gbi::products
