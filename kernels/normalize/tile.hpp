/// \file
/// Which positions of which problems a tile of the normalisation has, and which coefficients they need.
///
/// A tile is a row of positions, one a limb. A few positions lie in front of the first limb (`halo`): from
/// their columns comes what is passed on to the limbs of the tile. In front of a problem's limb 0 the halo is
/// empty, which also stops a carry; so a tile can just as well be a row of short problems, each with its own
/// halo, `pitch` positions from one to the next:
///
///     long problem, tile t     h h h 0 1 2 3 4 ...                  (h: the last limbs of tile t - 1)
///     three short problems     h h h 0 1 2 3 h h h 0 1 2 3 h h h 0 1 2 3
///
/// Positions and coefficients are counted from the first of the tile, coefficients that do not exist below
/// limb 0 included; numbers that small are divided by multiplication.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// x / d for a given d; exact for x d < 2^32.
struct reciprocal {
  std::uint64_t value;  ///< ceil(2^32 / d)

  GBI_BOTH static constexpr reciprocal of(std::uint32_t d) {
    return {((std::uint64_t{1} << 32) + d - 1) / d};
  }
  GBI_BOTH constexpr std::uint32_t divide(std::uint32_t x) const {
    return static_cast<std::uint32_t>(x * value >> 32);
  }
};

/// What is the same for all tiles of a launch.
struct tile_layout {
  std::uint32_t problems;         ///< of a tile: 1, or more if short ones share it
  std::uint32_t batch;            ///< of the launch
  std::uint32_t pitch;            ///< positions of a short problem
  std::uint32_t coefficients;     ///< that begin in them
  std::uint32_t stage_positions;  ///< whose coefficients fit the stage
  reciprocal by_pitch, by_coefficients, by_digit_bits;

  /// \param halo positions in front of limb 0.
  /// \param stage coefficients that shared memory can hold.
  static constexpr tile_layout of(const normalize_arguments& a, std::uint32_t batch, std::uint32_t halo,
                                  std::uint32_t stage) {
    // Fewer problems a tile as long as that keeps all multiprocessors busy.
    constexpr std::uint32_t enough_tiles = 512;
    tile_layout layout{};
    const bool is_short = a.chain.tiles == 1;
    layout.batch = batch;
    layout.pitch = is_short ? static_cast<std::uint32_t>(a.limb_count) + halo : carry_tile_limbs + halo;
    const std::uint32_t fit = (carry_tile_limbs + halo) / layout.pitch;
    const std::uint32_t wanted = batch / enough_tiles;
    layout.problems = wanted < 1 ? 1 : wanted < fit ? wanted : fit;
    const std::uint32_t b = a.digit_bits, before = halo * limb_bits % b;
    layout.coefficients = (layout.pitch * limb_bits + b - 1 - before) / b;
    // n positions of one problem have at most 64 n / b + 1 coefficients, each further problem adds one.
    layout.stage_positions = (stage - 2) * b * layout.pitch / (limb_bits * layout.pitch + b);
    layout.by_digit_bits = reciprocal::of(b);
    // Division by these gives 0 where one problem has the whole tile.
    if (layout.problems > 1) {
      layout.by_pitch = reciprocal::of(layout.pitch);
      layout.by_coefficients = reciprocal::of(layout.coefficients);
    }
    return layout;
  }
};

/// One tile.
class position_tile {
 public:
  /// A position's problem, counted from the tile's first, and its distance from that problem's first
  /// position.
  struct place {
    std::uint32_t problem, position;
  };

  GBI_BOTH position_tile(const normalize_arguments& a, const tile_layout& layout, std::uint32_t halo,
                         std::uint32_t problem, std::uint32_t tile)
      : layout_(layout),
        problem_(problem),
        first_limb_(static_cast<std::int64_t>(tile) * carry_tile_limbs - halo),
        digit_bits_(a.digit_bits) {
    // first_coefficient = ceil(64 first_limb / b), in steps that 32 bits can hold.
    constexpr std::uint32_t tile_bits = carry_tile_limbs * limb_bits;
    const auto b = static_cast<std::int32_t>(digit_bits_);
    const std::uint32_t whole = tile / digit_bits_;
    const auto rest = static_cast<std::int32_t>((tile - whole * digit_bits_) * tile_bits) -
                      static_cast<std::int32_t>(halo * limb_bits);
    const std::int32_t quotient = rest / b + (rest % b > 0 ? 1 : 0);
    first_coefficient_ = std::int64_t{whole} * tile_bits + quotient;
    first_offset_ = static_cast<std::uint32_t>(quotient * b - rest);

    if (layout.problems > 1) {
      const std::uint32_t left = layout.batch - problem;
      positions_ = layout.pitch * (left < layout.problems ? left : layout.problems);
    } else {
      const std::uint64_t left = a.limb_count - std::uint64_t{tile} * carry_tile_limbs;
      positions_ = halo + (left < carry_tile_limbs ? static_cast<std::uint32_t>(left) : carry_tile_limbs);
    }
  }

  GBI_BOTH std::uint32_t positions() const { return positions_; }
  GBI_BOTH place place_of(std::uint32_t position) const {
    const std::uint32_t problem = layout_.by_pitch.divide(position);
    return {problem, position - problem * layout_.pitch};
  }
  /// The limb that the position stands for; negative in the halo of limb 0.
  GBI_BOTH std::int64_t limb_of(place at) const { return first_limb_ + at.position; }
  GBI_BOTH std::uint64_t problem_of(place at) const { return problem_ + at.problem; }

  /// The first of the coefficients that begin at the position or behind it, and how many bits above the
  /// position's lowest that is.
  struct digit {
    std::uint32_t coefficient, offset;
  };
  GBI_BOTH digit first_digit_of(place at) const {
    const std::uint32_t bit = at.position * limb_bits;
    const std::uint32_t k = layout_.by_digit_bits.divide(bit + digit_bits_ - 1 - first_offset_);
    return {at.problem * layout_.coefficients + k, first_offset_ + k * digit_bits_ - bit};
  }
  /// Where the tile's i-th coefficient is: in which problem and which of its coefficients (negative: none).
  struct source {
    std::uint64_t problem;
    std::int64_t index;
  };
  GBI_BOTH source source_of(std::uint32_t i) const {
    const std::uint32_t problem = layout_.by_coefficients.divide(i);
    return {problem_ + problem, first_coefficient_ + (i - problem * layout_.coefficients)};
  }

 private:
  const tile_layout& layout_;
  std::uint64_t problem_;
  std::int64_t first_limb_;
  std::int64_t first_coefficient_;
  std::uint32_t first_offset_;
  std::uint32_t digit_bits_;
  std::uint32_t positions_;
};

}  // namespace gbi::kernels
