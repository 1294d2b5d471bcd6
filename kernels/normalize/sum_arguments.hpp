/// \file
/// Coefficients of a product that its last pass adds up, four neighbours at a time, and the arguments of the
/// kernels that make limbs of these sums. They move half the bytes of coefficients of 64 bits.
#pragma once

#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// The sum c_0 + 2^b c_1 + 2^2b c_2 + 2^3b c_3 of four neighbouring coefficients: low + 2^64 high, signed.
///
/// The 2N coefficients are a matrix of 2 `column` rows, those of the imaginary parts below those of the real
/// ones. The sums of four columns are contiguous, because a block finds them together: sums[t 2 `column` + p]
/// is that of columns 4t to 4t + 3, in row p or, after tall columns, in row row_of_tall_sum(p).
struct alignas(16) coefficient_sum {
  limb low, high;
};
inline constexpr int columns_of_sum = 4;
/// The widths of digits whose sums become limbs.
inline constexpr int narrowest_sum_digit = 16, widest_sum_digit = 18;

/// The row whose sum is at a place of those of four tall columns of `points` points.
GBI_BOTH constexpr std::uint32_t row_of_tall_sum(std::uint32_t place, std::uint32_t points) {
  const std::uint32_t radix = points / 256, r = place / 8 % radix + radix * (place % 8),
                      turns = place / (8 * radix) % 16, quarter = place / (128 * radix);
  return r + 8 * radix * turns + quarter / 2 * (points / 2) + quarter % 2 * points;
}

/// A run of sums in a row becomes limbs, many runs a segment.
inline constexpr std::uint32_t sums_of_run = 16, runs_of_segment = 16;
inline constexpr std::uint32_t columns_of_segment = columns_of_sum * sums_of_run * runs_of_segment;
GBI_BOTH constexpr std::uint64_t limbs_of_segment(std::uint32_t digit_bits) {
  return std::uint64_t{columns_of_segment} * digit_bits / limb_bits;
}

/// Every run but the lowest begins with minus this, and leaves this much too much, so that what it leaves is
/// never negative.
inline constexpr limb run_bias = limb{1} << 47;

/// What the limbs of a segment leave to the next, and how they meet what the one before leaves.
struct limb_segment {
  limb lowest;  ///< the first limb
  limb carry;   ///< into the next segment; the top bit: whether all limbs but the first are all ones
};

/// Converts the sums of each segment of a row to limbs, without what the segment before leaves.
struct sum_limbs_arguments {
  const coefficient_sum* sums;
  limb* limbs;                      ///< segment s begins at limb s limbs_of_segment
  limb_segment* segments;           ///< 2N / columns_of_segment
  std::uint64_t limb_count, width;  ///< columns: a multiple of columns_of_segment
  std::uint32_t digit_bits;
  int column;
  bool tall;  ///< whether the columns are tall
};

/// Adds to every segment what the one before leaves. The limb above all segments, if there is one, is what
/// the last one leaves.
struct segment_carries_arguments {
  const limb_segment* segments;
  limb* limbs;
  std::uint64_t limb_count;
  std::uint64_t segment_count;  ///< those that sum_limbs_arguments found
  std::uint32_t digit_bits;
  tile_chain chain;  ///< over the segments that have limbs
  sign_rule sign;

  GBI_BOTH constexpr std::uint64_t count() const {
    return (limb_count + limbs_of_segment(digit_bits) - 1) / limbs_of_segment(digit_bits);
  }
};

}  // namespace gbi::kernels
