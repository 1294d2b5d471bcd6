/// \file
/// Arguments of the normalisation kernels, of coefficients or of sums of four. Long products leave sums,
/// which take half the bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// What the carry chain of a tile does with an incoming carry; 0 means "not known yet". `generate` and `kill`
/// give the carry out. `propagate` means that the carry out equals the carry in.
enum tile_carry : std::uint32_t { unknown = 0, kill = 1, generate = 2, propagate = 3 };

/// The chain of the tiles of a launch, with one word for each tile. A single tile (tiles == 1) needs no
/// memory.
struct tile_chain {
  std::uint64_t* states;  ///< batch * tiles; the upper half of each is epoch << 2 | tile_carry
  std::uint32_t tiles;    ///< of one problem
  std::uint32_t epoch;    ///< an epoch that no state has before the launch
};

/// The sign of a result, which stays in device memory because it depends on data: 1 if the number is
/// negative, else 0.
struct sign_rule {
  const limb* a;
  const limb* b;
  limb* result;  ///< becomes *a xor *b; null: no sign is written

  /// Called by one thread of a launch.
  GBI_DEVICE void obey() const {
    if (result != nullptr) *result = *a ^ *b;
  }
};

/// Both phases in one pass, or only one of them, with words and addends in between.
enum class normalize_phases : std::uint8_t { both, split, propagate };

/// Coefficients of 64 or 96 signed bits. Coefficients of 96 bits are in two arrays, so that each takes 12
/// bytes of traffic and neighbours are adjacent.
struct normalize_arguments {
  const std::int64_t*
      coefficients;  ///< coefficient k of problem g is coefficients[g * coefficient_stride + k]
  std::uint64_t coefficient_count;
  std::uint64_t coefficient_stride;
  std::uint32_t digit_bits;  ///< 1 to 32; the number is sum_k coefficient_k 2^(k digit_bits)
  limb* limbs;               ///< limb l of problem g is limbs[g * limb_stride + l]
  std::uint64_t limb_count;  ///< the number is written modulo 2^(64 limb_count), also if it is negative
  std::uint64_t limb_stride;
  tile_chain chain;
  sign_rule sign;
  std::uint32_t batch = 1;
  /// If given, the coefficients have 96 bits: coefficients[i], unsigned, plus upper[i] 2^64.
  const std::int32_t* upper = nullptr;
  normalize_phases phases = normalize_phases::both;
  /// The words and addends whose sum is the limbs, with the count and stride of the limbs. Phase 1 alone
  /// writes them and uses neither `limbs` nor the memory of the chain. Phase 2 alone reads them and has no
  /// coefficients; `limbs` may then be one of them, but in that case tiles wait for each other.
  limb* words = nullptr;
  limb* addends = nullptr;
  repair_gate repair = {};  ///< repair gate of problems longer than a tile
  /// More than one: a single number is the sum of pieces of coefficient_stride coefficients of 64 bits, each
  /// `piece_digits` digits above the one before. coefficient_count is that of the sum. No more than two
  /// pieces overlap: only the last two have coefficients other than 0 from 2 piece_digits on.
  std::uint32_t pieces = 1;
  std::uint64_t piece_digits = 0;  ///< those of at least shortest_piece_limbs
};

/// The limbs that one block of a carry kernel computes, `carry_tile_rows` per thread.
inline constexpr int carry_tile_threads = 256;
inline constexpr int carry_tile_rows = 4;
inline constexpr int carry_tile_limbs = carry_tile_threads * carry_tile_rows;

/// A tile and the limbs before it touch two pieces at most.
inline constexpr std::size_t shortest_piece_limbs = 1280;

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
  std::uint64_t limb_count;     ///< at most one more than those of all segments
  std::uint64_t segment_count;  ///< those that sum_limbs_arguments found
  std::uint32_t digit_bits;
  tile_chain chain;  ///< over the segments that have limbs
  sign_rule sign;

  GBI_BOTH constexpr std::uint64_t count() const {
    return (limb_count + limbs_of_segment(digit_bits) - 1) / limbs_of_segment(digit_bits);
  }
};

namespace launches {
using normalize = list<normalize_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
