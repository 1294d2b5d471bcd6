/// \file
/// The limbs of a tile of integers in two's complement, computed from signed magnitudes limb by limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/attributes.hpp"
#include "kernels/word/tile_operands.hpp"

namespace gbi::kernels {

/// f applied to 64 bits at once, as a polynomial over GF(2).
class limb_function {
 public:
  GBI_BOTH constexpr explicit limb_function(bit_function f) {
    const auto table = static_cast<std::uint32_t>(f);
    constant_ = mask(table);
    of_b_ = mask(table ^ table >> 1);
    of_a_ = mask(table ^ table >> 2);
    of_both_ = mask(table ^ table >> 1 ^ table >> 2 ^ table >> 3);
  }
  GBI_BOTH constexpr limb operator()(limb a, limb b) const {
    return constant_ ^ (of_a_ & a) ^ (((of_both_ & a) ^ of_b_) & b);
  }

 private:
  GBI_BOTH static constexpr limb mask(std::uint32_t bit) { return -limb{bit & 1}; }

  limb constant_ = 0, of_b_ = 0, of_a_ = 0, of_both_ = 0;
};

/// Negates a number limb by limb, or leaves it as it is: two's complement to a magnitude and back. The limbs
/// below the lowest one that is not zero stay zero, that one is negated, and those above are complemented. So
/// all limbs are complemented, and all up to the lowest one get 1 added.
class negation {
 public:
  /// \param lowest the lowest set bit; read only if the number is to be negated
  GBI_DEVICE negation(bool negates, const lowest_one* lowest, std::uint64_t first)
      : complement_(negates ? ~limb{0} : 0),
        end_(negates ? near_tile(static_cast<std::int64_t>(~*lowest / limb_bits + 1 - first)) : 0) {}
  GBI_DEVICE limb operator()(limb x, std::int32_t limb_in_tile) const {
    return (x ^ complement_) + (limb_in_tile < end_ ? 1 : 0);
  }
  GBI_DEVICE bool negates() const { return complement_ != 0; }

 private:
  limb complement_;
  std::int32_t end_;  ///< of the limbs that get 1 added
};

/// A number that has a limb at every index.
class twos_complement {
 public:
  /// A zero may carry either sign; a number without a set bit is zero.
  GBI_DEVICE twos_complement(const bit_operand& x, std::uint64_t first)
      : magnitude_(x.limbs, x.count, static_cast<std::int64_t>(first - x.offset)),
        negation_(x.sign != nullptr && *x.sign != 0 && *x.lowest != 0, x.lowest, first) {}

  GBI_DEVICE limb load(std::int32_t limb_in_tile) const { return magnitude_(limb_in_tile); }
  /// The limb of the number whose magnitude has the loaded limb.
  GBI_DEVICE limb value(limb loaded, std::int32_t limb_in_tile) const {
    return negation_(loaded, limb_in_tile);
  }
  GBI_DEVICE bool negative() const { return negation_.negates(); }

 private:
  operand_of_tile magnitude_;
  negation negation_;
};

/// f applied to two numbers.
class bit_combination {
 public:
  struct loaded {
    limb a, b;
  };

  /// \param first the index of limb 0 of the tile
  GBI_DEVICE bit_combination(bit_function f, const bit_operand& a, const bit_operand& b, std::uint64_t first)
      : f_(f), a_(a, first), b_(b, first) {}
  GBI_DEVICE loaded load(std::int32_t limb_in_tile) const {
    return {a_.load(limb_in_tile), b_.load(limb_in_tile)};
  }
  GBI_DEVICE limb value(loaded x, std::int32_t limb_in_tile) const {
    return f_(a_.value(x.a, limb_in_tile), b_.value(x.b, limb_in_tile));
  }
  GBI_DEVICE bool negative() const { return f_(-limb{a_.negative()}, -limb{b_.negative()}) != 0; }

 private:
  limb_function f_;
  twos_complement a_, b_;
};

}  // namespace gbi::kernels
