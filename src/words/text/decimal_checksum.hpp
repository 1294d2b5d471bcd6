/// \file
/// Checksums of long decimal texts modulo a random prime. Vectors join neighbouring digits into numbers of
/// eight digits, and multiply these numbers by their weights in a block of 512 digits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/word/small_modulus.hpp"

namespace gbi::words {

inline constexpr std::size_t digits_of_block = 512, eights_of_block = digits_of_block / 8;

/// A prime of 61 bits, and powers of 10 modulo it. Takes half a microsecond to make.
struct decimal_modulus {
  /// A weight has two parts, so that 64 products with numbers of eight digits fit 64 bits.
  static constexpr int low_bits = 31;

  kernels::small_modulus prime;
  /// 10^(8 (63 - i)), the weight of number i of a block: its lower 31 bits, and the other 30.
  std::array<std::uint32_t, eights_of_block> low, high;
  limb of_block;  ///< 10^512
  limb carried;   ///< 2^64 10^512

  static decimal_modulus of(const kernels::small_modulus& prime) noexcept;
};

/// The number with `count` decimal digits, the most significant first, modulo the prime; std::nullopt if a
/// character is not a digit.
std::optional<limb> checksum_of_decimal(const char* text, std::size_t count,
                                        const decimal_modulus& by) noexcept;

}  // namespace gbi::words
