/// \file
/// The plan for the residual of a number after subtracting a product that nearly equals it. A right-angle
/// product that wraps around gives the residual modulo 2^(64 k) + 1: the convolution of N points with digits
/// of w bits is a product modulo 2^(2 N w) + 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/product_plan.hpp"

namespace gbi::plan {

/// The shortest transform for a product modulo 2^(64 k) + 1 of operands of these sizes, if there is one. k is
/// at least `least_limbs` and large enough for either operand. The digits are the widest that are proven
/// exact or, if `verified`, trusted. Each coefficient sums no more products than in a product that does not
/// wrap around, so the same bounds hold. All plans have column passes, because a block that makes limbs
/// itself only has room for products that do not wrap around.
/// rounding.md: products that wrap around
std::optional<fft_plan> find_wrapped(std::size_t limbs_a, std::size_t limbs_b, std::size_t least_limbs,
                                     bool verified, bool square);

/// A plan that runs one problem after the other.
struct residual_plan {
  fft_plan fft;
  check_plan check;  ///< for verified transforms; `proven` wraps around, too
  bool rows_by_many_threads;
};

/// Plans a product of a and b limbs of which all but the lowest `out` limbs are known. std::nullopt if the
/// whole product is faster: a transform of only the residual's length pays off for long numbers, and for
/// products that are clearly longer than the residual.
std::optional<residual_plan> plan_residual(const tuning& tuned, verification mode,
                                           const product_shape& shape);

/// Plans the residual by the given transform, even if the planner would choose another one.
residual_plan plan_residual_by(const tuning& tuned, verification mode, const product_shape& shape,
                               const fft_plan& transform);

/// The transform for `shape.batch` products of numbers of `shape.a` limbs by one of `shape.b` limbs, modulo
/// 2^(64 k) + 1 with k at least `least_limbs`. std::nullopt if whole products are faster, because they take
/// no transforms or fit in a block. The digits are trusted ones if the caller checks the results of the
/// products, however short they are, because that check costs nothing extra; otherwise they are proven.
std::optional<fft_plan> plan_shared_factor(const tuning& tuned, const product_shape& shape,
                                           std::size_t least_limbs, bool is_checked);

/// Whether the factors of repeated products with residuals of `limbs_left` limbs should keep their
/// transforms.
bool keeps_transforms(const tuning& tuned, std::size_t limbs_left);

}  // namespace gbi::plan
