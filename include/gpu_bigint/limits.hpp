/// \file
/// How long numbers from outside may be: limits for text, bytes and streams that somebody else wrote.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <limits>

#include "gpu_bigint/export.hpp"

namespace gbi {

/// What a function that reads a number may accept. A number that is longer is a std::length_error, which is
/// thrown before the number is computed, and as a rule before memory for it is allocated. Without limits
/// everything that fits memory is accepted.
///
/// \code{.cpp}
/// const gbi::read_limits careful{.max_bits = 1 << 20};
/// const gbi::gpu_bigint number(text, 10, careful);
/// const gbi::gpu_bigint stored = gbi::deserialize(file, careful);
/// \endcode
struct read_limits {
  /// Numbers with more bits of magnitude are refused. 0 leaves only zero.
  std::size_t max_bits = std::numeric_limits<std::size_t>::max();
};

/// The manipulator that limit_input() makes.
struct input_limit {
  read_limits limits;  ///< of the numbers that the stream reads
};

/// A manipulator for input streams, as in `in >> gbi::limit_input({.max_bits = 4096}) >> a`. Like std::hex it
/// holds until another one replaces it. `operator>>` then reads at most as many digits as the longest allowed
/// number has, leading zeros included, one digit more to see that there are too many, and sets failbit if
/// there are, or if the number is longer. The number that was to be read is unchanged.
[[nodiscard]] constexpr input_limit limit_input(const read_limits& limits) noexcept {
  return {limits};
}
/// Sets the limits of a stream. O(1).
GBI_API std::istream& operator>>(std::istream& in, const input_limit& limit);

}  // namespace gbi
