/// \file
/// Products with wider digits than proven: one attempt, its verification, and what repairs a wrong product.
#pragma once

#include "src/multiply/multiply.hpp"

namespace gbi::products {

/// Whether the transforms of a product of such operands may have digits that are not proven.
bool verifies(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b);

/// What computes a wrong product again.
enum class repair {
  by_columns,    ///< the convolution in integers: one launch, quadratic
  by_transform,  ///< proven digits
  by_attempt     ///< the same again, for which the host waits for the verdicts
};

/// Launches that are not needed take time, five to seven of a transform most of it; by columns there are
/// fewer, and for the longest products, which have no proven digits, none.
repair choose_repair(detail::engine& engine, const product& what);

/// a b + rest = sum, which holds for numbers that are right; without a rest where that is empty. Equal spans
/// make a square.
struct relation {
  kernels::limb_span a, b, sum, rest = {nullptr, 0, 0};
  std::uint32_t batch = 1;
};

/// Runs `attempt`, which measures its rounding in the verdicts it is given, what checks the relation, and
/// what computes wrong problems again: `again` behind the gate that it is given, without that, or without the
/// memory for it, the same attempt, for which the host waits for the verdicts.
void run_checked(detail::engine& engine, const relation& right,
                 const std::function<void(kernels::verdict*)>& attempt,
                 const std::function<void(const kernels::gate&)>& again);

/// The same for products, repaired in one of these ways.
void run_checked(detail::engine& engine, const product& what,
                 const std::function<void(kernels::verdict*)>& attempt, repair how);

/// With a verified plan: run, verify, and what repairs a wrong product.
void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan);
void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan, repair how);

/// Looks at products that were computed by transforms, and says in `verdicts` which are wrong.
void verify(detail::engine& engine, const relation& right, kernels::verdict* verdicts, bool after_repair);
void verify(detail::engine& engine, const product& what, kernels::verdict* verdicts, bool after_repair);

}  // namespace gbi::products
