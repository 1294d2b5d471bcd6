/// \file
/// How long numbers may be that are computed in host words.
#pragma once

#include <cstddef>
#include <string_view>

namespace gbi::plan {

/// Limbs; 0 everywhere: nothing is.
struct word_limits {
  std::size_t residence;     ///< operands and results of linear operations
  std::size_t product;       ///< the shorter factor
  std::size_t quotient;      ///< the divisor or the quotient, whichever is shorter
  std::size_t power;         ///< the modulus of a power
  std::size_t root;          ///< the operand of a root
  std::size_t text;          ///< a number that becomes text, or is made of it, wherever it lives
  std::size_t prime;         ///< a number that is tested for primality
  std::size_t prime_search;  ///< a number whose neighbours are

  static constexpr word_limits none() { return {}; }
  /// Whatever is as short as that, by every operation.
  static constexpr word_limits of(std::size_t limbs) {
    return {limbs, limbs, limbs, limbs, limbs, limbs, limbs, limbs};
  }
};

/// What is fastest on an architecture, unless the environment variable GPU_BIGINT_WORD_LIMIT names a number
/// of limbs. \throws std::invalid_argument if it is anything else
word_limits word_limits_of(std::string_view architecture);

}  // namespace gbi::plan
