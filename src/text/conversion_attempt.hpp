/// \file
/// The attempts of a conversion that is checked as a whole. The first attempt may use products with unproven
/// digits, and data that earlier conversions kept. If its result is wrong, the next attempt uses neither.
#pragma once

#include <cstdint>
#include <utility>

#include "kernels/verify/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/planner.hpp"

namespace gbi::text {

struct conversion_attempt {
  /// Receives the rounding of products without checks of their own. If null, all digits must be proven.
  kernels::verdict* rounding;
  bool is_first;  ///< later attempts use no kept data
};

class conversion_attempts {
 public:
  /// \param limbs of the number
  conversion_attempts(detail::engine& engine, std::uint64_t limbs)
      : may_round_(engine.planner().verifies(plan::product_shape::whole(limbs, limbs / 2))) {}

  /// Whether the number is long enough for the first attempt to use products with unproven digits.
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
