/// \file
/// The Jacobi symbol along Euclid's steps on a processor: kernels::jacobi_state as a table. A mispredicted
/// branch would cost more than the division whose quotient it inspects.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/word/jacobi.hpp"

namespace gbi::words {

/// Takes the place of symbol_steps where no symbol is needed.
struct no_symbol {
  constexpr void subtract(std::uint32_t, std::uint32_t) noexcept {}
};

/// Follows steps like jacobi_state.
class symbol_steps {
 public:
  explicit constexpr symbol_steps(const kernels::jacobi_state& state) noexcept : state_(packed(state)) {}

  /// Subtracts q times the other number from number `x` (0: a, 1: b).
  constexpr void subtract(std::uint32_t x, std::uint32_t q) noexcept {
    state_ = table[(x << 2 | (q & 3)) << 6 | state_];
  }
  constexpr kernels::jacobi_state state() const noexcept { return unpacked(state_); }

 private:
  static constexpr std::uint8_t packed(const kernels::jacobi_state& s) noexcept {
    return static_cast<std::uint8_t>(s.low[0] | s.low[1] << 2 | s.below << 4 | (s.minus >> 1) << 5);
  }
  static constexpr kernels::jacobi_state unpacked(std::uint32_t s) noexcept {
    return {{s & 3, s >> 2 & 3}, s >> 4 & 1, (s >> 5 & 1) << 1};
  }
  static constexpr std::array<std::uint8_t, 512> make_table() noexcept {
    std::array<std::uint8_t, 512> result{};
    for (std::uint32_t i = 0; i < 512; ++i) {
      kernels::jacobi_state state = unpacked(i & 63);
      state.subtract(i >> 8, i >> 6 & 3);
      result[i] = packed(state);
    }
    return result;
  }
  static const std::array<std::uint8_t, 512> table;

  std::uint8_t state_;
};

inline constexpr std::array<std::uint8_t, 512> symbol_steps::table = symbol_steps::make_table();

}  // namespace gbi::words
