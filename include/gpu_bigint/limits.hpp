/// \file
/// Limits on the length of untrusted numbers: in text, bytes and streams from outside the program.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <limits>

#include "gpu_bigint/export.hpp"

namespace gbi {

/// The limits of a function that reads a number. A longer number throws std::length_error before the number
/// is computed, and as a rule before memory for it is allocated. Without limits, every number that fits in
/// memory is accepted.
///
/// \code{.cpp}
/// const gbi::read_limits careful{.max_bits = 1 << 20};
/// const gbi::gpu_bigint number(text, 10, careful);
/// const gbi::gpu_bigint stored = gbi::deserialize(file, careful);
/// \endcode
struct read_limits {
  /// Numbers whose magnitude has more bits are refused. 0 allows only the number zero.
  std::size_t max_bits = std::numeric_limits<std::size_t>::max();
};

/// The manipulator that limit_input() makes.
struct input_limit {
  read_limits limits;  ///< the limits of the numbers that the stream reads
};

/// A manipulator for input streams, as in `in >> gbi::limit_input({.max_bits = 4096}) >> a`. Like std::hex,
/// it holds until another one replaces it. `operator>>` then reads at most as many digits as the longest
/// allowed number has, leading zeros included, and one more to detect too many. It sets failbit if there are
/// too many digits or the number is too long, and leaves the number unchanged.
[[nodiscard]] constexpr input_limit limit_input(const read_limits& limits) noexcept {
  return {limits};
}
/// Sets the limits for numbers read from a stream. O(1).
GBI_API std::istream& operator>>(std::istream& in, const input_limit& limit);

}  // namespace gbi
