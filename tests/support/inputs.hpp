/// \file
/// Operands on which big-integer code is likely to be wrong.
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

/// Uniformly random limbs, the top one not zero.
limbs random_limbs(random_source& random, std::size_t count);

/// A number of at most `bits` bits of either sign: log-uniform length, sometimes 0, +-1, or a power of two
/// +-1.
integer random_integer(random_source& random, std::uint64_t bits);

/// All patterns below at one length.
std::vector<named_limbs> hostile_limbs(random_source& random, std::size_t count);

/// Magnitudes whose balanced digits of `digit_bits` bits are as large and as correlated as they can be: what
/// the rounding error of a transform fears. At most `count` limbs.
std::vector<named_limbs> hostile_digits(random_source& random, std::size_t count, int digit_bits);

}  // namespace gbi::test
