/// \file
/// The common part of all divisions of numbers: signed results, and trivial cases.
#pragma once

#include <optional>
#include <tuple>

#include "gpu_bigint/division.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/operation/perform.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::arithmetic {

/// The results that a caller wants from a division. An unwanted result stays zero.
struct wanted {
  bool quotient = true, remainder = true;
};

/// The number behind a divisor. Waits for its size. \throws std::domain_error naming the operation if the
/// divisor is zero
const detail::number& nonzero_divisor(const gpu_bigint& divisor, std::size_t numerator_limbs,
                                      const char* operation);

/// a / b, rounded towards zero. \throws std::domain_error if b is zero
struct quotient {
  const gpu_bigint &a, &b;
  wanted parts;
  const char* operation;  ///< named in errors
  /// Divides the magnitudes; null: divide(). Called again after a fault, when it must not use cached data.
  process::function_ref<void(detail::engine&, const division&)> run = {};
  faults::suspect_flag suspect = nullptr;  ///< about the cached data that `run` uses
  numbers::short_operands words{a, b, operation};

  static constexpr const char* name() { return "quotient"; }
  auto operands() const { return std::tie(a, b); }
  bool fits_words() const;
  quotient_remainder in_words() const;
  std::optional<quotient_remainder> known() const;

  class launches {
   public:
    launches(const quotient& wanted, bool checked);
    void queue() const;
    operation::relation states() const;
    const faults::suspect_flag& suspect() const { return wanted_.suspect; }
    quotient_remainder value();

   private:
    const quotient& wanted_;
    const detail::number &x_, &y_;
    kernels::limb_span divisor_;
    division task_{};
    detail::new_number quotient_, remainder_;
  };
};

}  // namespace gbi::arithmetic
