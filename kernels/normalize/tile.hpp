/// \file
/// The limbs and coefficients of a tile of the normalisation.
///
/// A tile is a row of positions, one per limb. A few positions precede its first limb (the halo); their
/// columns pass words on to the limbs of the tile. In front of limb 0 of a problem the halo is empty, which
/// also stops carries. So a tile can also be a row of short problems, each with its own halo:
///
///     long_tile      h h h 0 1 2 3 4 ...        (h: the last limbs of the tile before, or nothing)
///     short_tile     h h h 0 1 2 3 h h h 0 1 2 3 h h h 0 1 2 3
///
/// Positions and coefficients are counted from the first of the tile. Coefficients before coefficient 0 of a
/// problem do not exist. Both kinds of tiles have the same members.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/normalize/column.hpp"
#include "kernels/normalize/overlap.hpp"

namespace gbi::kernels {

/// Division by d as a multiplication, exact for x d < 2^Shift.
template <int Shift>
struct reciprocal {
  std::uint32_t value;  ///< ceil(2^Shift / d)

  static constexpr reciprocal of(std::uint32_t d) {
    return {static_cast<std::uint32_t>(((std::uint64_t{1} << Shift) + d - 1) / d)};
  }
  GBI_BOTH constexpr std::uint32_t divide(std::uint32_t x) const {
    return static_cast<std::uint32_t>(std::uint64_t{x} * value >> Shift);
  }
};

/// Constants of all tiles of a launch.
struct tile_layout {
  std::uint32_t batch;
  std::uint32_t problems;         ///< per tile: 1 in a long_tile
  std::uint32_t pitch;            ///< positions per problem in a tile
  std::uint32_t coefficients;     ///< coefficients that begin in a problem's positions
  std::uint32_t stage_positions;  ///< positions whose coefficients fit in a stage; stages are equally long
  reciprocal<31> by_digit_bits;
  reciprocal<32> by_pitch, by_coefficients;

  /// \param halo positions before limb 0.
  /// \param stage coefficients that shared memory can hold.
  static constexpr tile_layout of(const normalize_arguments& a, std::uint32_t batch, std::uint32_t halo,
                                  std::uint32_t stage) {
    const auto limbs = static_cast<std::uint32_t>(a.chain.tiles == 1 ? a.limb_count : carry_tile_limbs);
    const std::uint32_t pitch = limbs + halo, b = a.digit_bits;
    const std::uint32_t coefficients = (pitch * limb_bits + b - 1 - halo * limb_bits % b) / b;
    // Use fewer problems per tile if that keeps all multiprocessors busy.
    constexpr std::uint32_t enough_tiles = 512;
    const std::uint32_t positions = carry_tile_limbs + halo;
    const std::uint32_t fit = positions / pitch, wanted = batch / enough_tiles;
    // n positions of one problem have at most 64 n / b + 1 coefficients; each further problem adds 1.
    const std::uint32_t fit_stage = (stage - 2) * b * pitch / (limb_bits * pitch + b);
    const std::uint32_t stages = (positions + fit_stage - 1) / fit_stage;
    return {.batch = batch,
            .problems = wanted < 1     ? 1
                        : wanted < fit ? wanted
                                       : fit,
            .pitch = pitch,
            .coefficients = coefficients,
            .stage_positions = (positions + stages - 1) / stages,
            .by_digit_bits = reciprocal<31>::of(b),
            .by_pitch = reciprocal<32>::of(pitch),
            .by_coefficients = reciprocal<32>::of(coefficients)};
  }
};

/// The first coefficient that starts at or after a position, and its offset in bits from the position's
/// lowest bit.
struct first_digit {
  std::uint32_t coefficient, offset;
};

/// \param position in a problem. \param start bits from the problem's position 0 to its coefficient 0.
GBI_BOTH constexpr first_digit first_digit_at(std::uint32_t position, std::uint32_t start,
                                              std::uint32_t digit_bits, reciprocal<31> by_digit_bits) {
  const std::uint32_t bit = position * limb_bits;
  const std::uint32_t k = by_digit_bits.divide(bit + digit_bits - 1 - start);
  return {k, start + k * digit_bits - bit};
}

/// A tile with some of the limbs of one problem.
class long_tile {
 public:
  static constexpr bool is_part = true;  ///< of a problem that may have other tiles

  GBI_BOTH long_tile(const normalize_arguments& a, const tile_layout& layout, std::uint32_t halo,
                     std::uint32_t problem, std::uint32_t tile)
      : digit_bits_(a.digit_bits), by_digit_bits_(layout.by_digit_bits), empty_(tile == 0 ? halo : 0) {
    // The first coefficient is ceil(64 first_limb / b). The computation is split so that its numbers fit in
    // 32 bits; the term of `shift` digits keeps them positive.
    constexpr std::uint32_t tile_bits = carry_tile_limbs * limb_bits;
    const std::uint32_t b = a.digit_bits, whole = tile / b, shift = halo * limb_bits;
    const std::uint32_t bits = (tile - whole * b) * tile_bits + shift * b - shift;
    const std::uint32_t quotient = layout.by_digit_bits.divide(bits + b - 1);
    start_ = quotient * b - bits;
    const std::int64_t first = static_cast<std::int64_t>(std::uint64_t{whole} * tile_bits + quotient) - shift;

    const std::uint64_t first_limb = std::uint64_t{tile} * carry_tile_limbs;
    const std::uint64_t limbs = a.limb_count - first_limb;
    positions_ = halo + static_cast<std::uint32_t>(limbs < carry_tile_limbs ? limbs : carry_tile_limbs);
    limb_ = problem * a.limb_stride + first_limb - halo;

    coefficient_ = problem * a.coefficient_stride + static_cast<std::uint64_t>(first);
    missing_ = static_cast<std::int32_t>(first < 0 ? -first : 0);
    const std::int64_t left = static_cast<std::int64_t>(a.coefficient_count) - first;
    constexpr std::int64_t most = (carry_tile_limbs + 64) * limb_bits;  // more than a tile needs
    existing_ = static_cast<std::int32_t>(left < 0 ? 0 : left < most ? left : most);
  }

  GBI_BOTH std::uint32_t positions() const { return positions_; }
  GBI_BOTH column_place place_of(std::uint32_t position) const {
    return position < empty_                   ? column_place::below
           : position == empty_ && empty_ != 0 ? column_place::lowest
                                               : column_place::inner;
  }
  GBI_BOTH first_digit first_digit_of(std::uint32_t position) const {
    return first_digit_at(position, start_, digit_bits_, by_digit_bits_);
  }

  /// Whether there is a limb at this position, provided that the position is not in the tile's first halo.
  GBI_BOTH bool has_limb(std::uint32_t position) const { return position < positions_; }
  GBI_BOTH std::uint64_t limb_index(std::uint32_t position) const { return limb_ + position; }

  GBI_BOTH bool has_coefficient(std::int32_t i) const { return i >= missing_ && i < existing_; }
  /// Coefficient i, which exists, in an array of all problems.
  template <class T>
  GBI_DEVICE T coefficient(const T* all, std::int32_t i) const {
    return read_only(all + coefficient_ + static_cast<std::uint64_t>(std::int64_t{i}));
  }

 protected:
  /// Coefficient 0 of the tile, counted from the first of all problems, modulo 2^64.
  GBI_BOTH std::uint64_t first_coefficient() const { return coefficient_; }

 private:
  std::uint32_t digit_bits_;
  reciprocal<31> by_digit_bits_;
  std::uint32_t empty_;  ///< positions before limb 0
  std::uint32_t start_, positions_;
  std::int32_t missing_, existing_;
  std::uint64_t limb_, coefficient_;  ///< memory index of the tile's first position and coefficient
};

/// A tile of a number whose pieces overlap.
class pieces_tile : public long_tile {
 public:
  GBI_BOTH pieces_tile(const normalize_arguments& a, const tile_layout& layout, std::uint32_t halo,
                       std::uint32_t problem, std::uint32_t tile)
      : long_tile(a, layout, halo, problem, tile),
        pieces_(a, static_cast<std::int64_t>(first_coefficient())) {}

  GBI_DEVICE std::int64_t coefficient(const std::int64_t* all, std::int32_t i) const {
    return pieces_.sum(all, i);
  }

 private:
  overlapping_pieces pieces_;
};

/// A tile of whole problems; the layout gives their number.
class short_tile {
 public:
  static constexpr bool is_part = false;

  GBI_BOTH short_tile(const normalize_arguments& a, const tile_layout& layout, std::uint32_t halo,
                      std::uint32_t problem, std::uint32_t)
      : a_(a),
        layout_(layout),
        halo_(halo),
        problem_(problem),
        problems_(layout.batch - problem < layout.problems ? layout.batch - problem : layout.problems),
        missing_(halo * limb_bits / a.digit_bits) {}

  GBI_BOTH std::uint32_t positions() const { return problems_ * layout_.pitch; }
  GBI_BOTH column_place place_of(std::uint32_t position) const {
    const std::uint32_t at = place(position).index;
    return at < halo_ ? column_place::below : at == halo_ ? column_place::lowest : column_place::inner;
  }
  GBI_BOTH first_digit first_digit_of(std::uint32_t position) const {
    const std::uint32_t start = halo_ * limb_bits - missing_ * a_.digit_bits;
    const in_problem at = place(position);
    first_digit digit = first_digit_at(at.index, start, a_.digit_bits, layout_.by_digit_bits);
    digit.coefficient += at.problem * layout_.coefficients;
    return digit;
  }

  GBI_BOTH bool has_limb(std::uint32_t position) const {
    return position < positions() && place(position).index >= halo_;
  }
  GBI_BOTH std::uint64_t limb_index(std::uint32_t position) const {
    const in_problem at = place(position);
    return (std::uint64_t{problem_} + at.problem) * a_.limb_stride + (at.index - halo_);
  }

  GBI_BOTH bool has_coefficient(std::int32_t i) const {
    const std::uint32_t k = place_of_coefficient(i).index;
    return k >= missing_ && k - missing_ < a_.coefficient_count;
  }
  template <class T>
  GBI_DEVICE T coefficient(const T* all, std::int32_t i) const {
    const in_problem at = place_of_coefficient(i);
    return read_only(all + (std::uint64_t{problem_} + at.problem) * a_.coefficient_stride +
                     (at.index - missing_));
  }

 private:
  struct in_problem {
    std::uint32_t problem, index;
  };
  GBI_BOTH in_problem place(std::uint32_t position) const {
    const std::uint32_t problem = layout_.by_pitch.divide(position);
    return {problem, position - problem * layout_.pitch};
  }
  GBI_BOTH in_problem place_of_coefficient(std::int32_t i) const {
    const std::uint32_t problem = layout_.by_coefficients.divide(static_cast<std::uint32_t>(i));
    return {problem, static_cast<std::uint32_t>(i) - problem * layout_.coefficients};
  }

  const normalize_arguments& a_;
  const tile_layout& layout_;
  std::uint32_t halo_, problem_, problems_;
  std::uint32_t missing_;  ///< coefficients before a problem's first
};

}  // namespace gbi::kernels
