/// \file
/// The common part of all divisions of numbers: signed results, and trivial cases.
#pragma once

#include <functional>
#include <optional>

#include "gpu_bigint/division.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/ground/number.hpp"

namespace gbi::arithmetic {

/// The results that a caller wants from a division. An unwanted result stays zero.
struct wanted {
  bool quotient = true, remainder = true;
};

/// The number behind a divisor. Waits for its size. \throws std::domain_error naming the operation if the
/// divisor is zero
const detail::number& nonzero_divisor(const gpu_bigint& divisor, std::size_t numerator_limbs,
                                      const char* operation);

/// Divides two numbers in host words, b not zero. Returns std::nullopt if they are not in host words, or too
/// long for word arithmetic.
std::optional<quotient_remainder> quotient_of_words(const gpu_bigint& a, const gpu_bigint& b, wanted parts,
                                                    const char* operation);

/// Divides with rounding towards zero. `run` divides the magnitudes; b is not zero and its size is known.
quotient_remainder quotient_of(const gpu_bigint& a, const detail::number& b, wanted parts,
                               const std::function<void(detail::engine&, const division&)>& run,
                               const exec::doubt& kept = nullptr);

}  // namespace gbi::arithmetic
