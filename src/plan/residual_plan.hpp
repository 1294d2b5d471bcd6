/// \file
/// The plan for the residual of a number after subtracting a product that nearly equals it. A right-angle
/// product that wraps around gives the residual modulo 2^(64 k) + 1: the convolution of N points with digits
/// of w bits is a product modulo 2^(2 N w) + 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/planned_product.hpp"

namespace gbi::plan {

/// The shortest transform for a product modulo 2^(64 k) + 1 of operands of these sizes, if there is one. k is
/// at least `least_limbs` and large enough for either operand. The digits are the widest that are proven
/// exact or, if `verified`, trusted. Each coefficient sums no more products than in a product that does not
/// wrap around, so the same bounds hold. All plans have column passes, because a block that makes limbs
/// itself only has room for products that do not wrap around.
/// rounding.md: products that wrap around
std::optional<fft_plan> find_wrapped(const product_shape& wanted, std::size_t least_limbs, bool verified,
                                     std::span<const fft_shape> shapes = fft_shapes());

/// A plan that runs one problem after the other.
struct residual_plan {
  fft_plan fft;
  check_plan check;  ///< for verified transforms; `proven` wraps around, too
  bool rows_by_many_threads;
};

}  // namespace gbi::plan
