/// \file
/// How the digits of a long text are spread over ranks, and the powers of the base that join the parts.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/value.hpp"

namespace gbi::distribute {

/// A power of two of parts with the same number of digits, the lowest digits first. The last part may begin
/// with zeros, or have nothing else.
struct digit_parts {
  int base;
  std::size_t width;  ///< digits of a part
  int count;

  /// At least one part for each rank, or one part for a number that is shorter than `least` times the numbers
  /// whose products are shared. Collective.
  /// \param limbs of a number with that many digits
  static digit_parts of(group& on, int base, std::size_t digits, std::size_t limbs, std::size_t least);

  int owner(int part, int ranks) const noexcept { return part * ranks / count; }
};

/// Joins and splits numbers at the digits of neighbouring parts. A number of level l has the digits of 2^l
/// parts.
class part_radix {
 public:
  /// Collective.
  part_radix(const device_group& handle, const digit_parts& parts);

  /// The number whose parts these are. Collective.
  distributed_bigint joined(std::vector<distributed_bigint> parts) const;
  /// The parts of a number that is not negative and has no more digits. Collective.
  std::vector<distributed_bigint> split(distributed_bigint number) const;

 private:
  const distributed_bigint& power_at(int level) const { return powers_[static_cast<std::size_t>(level)]; }
  /// The bits of the digits of a level, if the base is a power of two.
  std::int64_t bits_at(int level) const;

  digit_parts parts_;
  int levels_, bits_per_digit_;
  std::vector<distributed_bigint> powers_;  ///< base^(width 2^level); none if the base is a power of two
};

}  // namespace gbi::distribute
