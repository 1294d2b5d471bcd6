/// \file
/// Operands that are likely to reveal errors in big-integer code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

using limbs = std::vector<std::uint64_t>;

struct named_limbs {
  std::string name;
  limbs value;
};

/// Uniformly random limbs with a nonzero top limb.
limbs random_limbs(random_source& random, std::size_t count);

/// A number of either sign and at most `bits` bits: log-uniform length, sometimes 0, +-1, or a power of two
/// +-1.
integer random_integer(random_source& random, std::uint64_t bits);

/// Every pattern of the source file at one length.
std::vector<named_limbs> hostile_limbs(random_source& random, std::size_t count);

/// Magnitudes of at most `count` limbs whose balanced digits of `digit_bits` bits are as large and as
/// correlated as possible. They give transforms their largest rounding errors.
std::vector<named_limbs> hostile_digits(random_source& random, std::size_t count, int digit_bits);

}  // namespace gbi::test
