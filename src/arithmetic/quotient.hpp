/// \file
/// The shell of all divisions of numbers: results with their signs, and the cases without work.
#pragma once

#include <functional>
#include <optional>

#include "gpu_bigint/division.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/ground/number.hpp"

namespace gbi::arithmetic {

/// What is wanted of a division; the other number stays zero.
struct wanted {
  bool quotient = true, remainder = true;
};

/// The number behind a divisor. \throws std::domain_error if it is zero, naming the operation. Waits for its
/// size.
const detail::number& nonzero_divisor(const gpu_bigint& divisor, std::size_t numerator_limbs,
                                      const char* operation);

/// Of two numbers in host words, b not zero; nothing if they are not, or too long for that.
std::optional<quotient_remainder> quotient_of_words(const gpu_bigint& a, const gpu_bigint& b, wanted what,
                                                    const char* operation);

/// Rounded towards zero. `run` divides the magnitudes; b is not zero and its size known.
quotient_remainder quotient_of(const gpu_bigint& a, const detail::number& b, wanted what,
                               const std::function<void(detail::engine&, const division&)>& run);

}  // namespace gbi::arithmetic
