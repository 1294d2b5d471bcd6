/// \file
/// Attempts at a conversion that is checked as a whole. The first one may use products whose digits are not
/// proven, and what earlier conversions have kept. If its result is wrong, the next one uses neither.
#pragma once

#include <cstdint>
#include <utility>

#include "kernels/verify/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/product_plan.hpp"

namespace gbi::text {

struct conversion_attempt {
  /// Receives the rounding of products that nobody else checks; null: their digits must be proven.
  kernels::verdict* rounding;
  bool is_first;  ///< later ones use nothing that is kept
};

/// Of one conversion.
class conversion_attempts {
 public:
  /// \param limbs of the number
  conversion_attempts(detail::engine& engine, std::uint64_t limbs)
      : may_round_(plan::verifies(engine.tuning(), engine.verifier().mode(), limbs, limbs / 2)) {}

  /// Whether the number is so long that products of the first attempt have digits that are not proven.
  bool may_round() const noexcept { return may_round_; }
  conversion_attempt next(kernels::verdict* rounding) noexcept {
    const bool is_first = std::exchange(is_first_, false);
    return {is_first && may_round_ ? rounding : nullptr, is_first};
  }

 private:
  bool may_round_;
  bool is_first_ = true;
};

}  // namespace gbi::text
