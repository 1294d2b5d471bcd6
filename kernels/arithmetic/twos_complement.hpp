/// \file
/// Converts signed magnitudes to two's complement limb by limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// f applied to 64 bits at once.
GBI_BOTH constexpr limb apply(bit_function f, limb a, limb b) {
  const auto table = static_cast<std::uint32_t>(f);
  const limb neither = -limb{table & 1}, only_b = -limb{table >> 1 & 1};
  const limb only_a = -limb{table >> 2 & 1}, both = -limb{table >> 3 & 1};
  return (a & b & both) | (a & ~b & only_a) | (~a & b & only_b) | (~a & ~b & neither);
}

/// Limb j of -x. The lowest nonzero limb of x has the index `lowest`. The function converts two's complement
/// to a magnitude and back.
GBI_BOTH constexpr limb negated_limb(limb x, std::uint64_t j, std::uint64_t lowest) {
  return j < lowest ? 0 : j == lowest ? -x : ~x;
}

/// A number that has a limb at every index.
class twos_complement {
 public:
  /// A zero may carry either sign; a number without a set bit is zero.
  GBI_DEVICE explicit twos_complement(const bit_operand& x)
      : x_(x), negative_(x.sign != nullptr && *x.sign != 0 && *x.lowest != 0) {
    if (negative_) lowest_ = ~*x.lowest / limb_bits;
  }

  GBI_DEVICE limb operator[](std::uint64_t j) const {
    const std::uint64_t i = j - x_.offset;  // a huge index below the offset
    const limb magnitude = i < x_.count ? x_.limbs[i] : 0;
    return negative_ ? negated_limb(magnitude, j, lowest_) : magnitude;
  }
  /// The value of every limb above the number's own limbs.
  GBI_DEVICE limb extension() const { return negative_ ? ~limb{0} : 0; }

 private:
  const bit_operand& x_;
  bool negative_;
  std::uint64_t lowest_ = 0;
};

/// f applied to two numbers.
struct bit_combination {
  bit_function f;
  twos_complement a, b;

  GBI_DEVICE limb operator[](std::uint64_t j) const { return apply(f, a[j], b[j]); }
  GBI_DEVICE bool negative() const { return apply(f, a.extension(), b.extension()) != 0; }
};

}  // namespace gbi::kernels
