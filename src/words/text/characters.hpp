/// \file
/// Digits and their characters: one at a time with tables, or eight at once in the bytes of a limb. Up to
/// base 36, letters of either case are the same digit, and lower case is written. In larger bases, upper-case
/// letters come before lower-case ones, as in GMP.
///
/// Eight characters form a limb, whose lowest byte comes first in the text.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/word/limb.hpp"

namespace gbi::words {

static_assert(std::endian::native == std::endian::little, "text is read and written eight bytes at once");

inline constexpr int largest_base_of_one_case = 36;
inline constexpr std::uint8_t no_digit = 255;

namespace detail {

using digit_table = std::array<std::uint8_t, 256>;

constexpr digit_table make_digit_values(std::size_t lower_case) {
  digit_table table{};
  table.fill(no_digit);
  for (std::size_t i = 0; i < 10; ++i) table['0' + i] = static_cast<std::uint8_t>(i);
  for (std::size_t i = 0; i < 26; ++i) {
    table['A' + i] = static_cast<std::uint8_t>(10 + i);
    table['a' + i] = static_cast<std::uint8_t>(lower_case + i);
  }
  return table;
}

inline constexpr digit_table values_of_one_case = make_digit_values(10);
inline constexpr digit_table values_of_two_cases = make_digit_values(36);

}  // namespace detail

/// The values of all characters as digits of a base; no_digit for characters that are not a digit in any
/// base.
constexpr const std::uint8_t* digit_values(int base) noexcept {
  return base <= largest_base_of_one_case ? detail::values_of_one_case.data()
                                          : detail::values_of_two_cases.data();
}

constexpr const char* digit_characters(int base) noexcept {
  return base <= largest_base_of_one_case ? "0123456789abcdefghijklmnopqrstuvwxyz"
                                          : "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
}

inline limb load_characters(const char* text) noexcept {
  limb eight = 0;
  std::memcpy(&eight, text, sizeof eight);
  return eight;
}
inline void store_characters(char* text, limb eight) noexcept {
  std::memcpy(text, &eight, sizeof eight);
}

/// A byte repeated eight times.
constexpr limb eight_of(int byte) noexcept {
  return 0x0101010101010101 * static_cast<limb>(byte);
}

/// The decimal digits of a number below 10^8, one per byte. It splits the number into halves, quarters and
/// single digits. The divisions are products that run in parallel.
/// Source: P. Khuong, "How to print integers really fast" (2017).
constexpr limb decimal_digits(limb x) noexcept {
  const limb fours = x / 10000 | x % 10000 << 32;
  const limb hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
  const limb twos = (fours - 100 * hundreds) << 16 | hundreds;
  const limb tens = (twos * 103 >> 10) & 0x000f000f000f000f;
  return (twos - 10 * tens) << 8 | tens;
}
/// The inverse of decimal_digits(), by three products.
constexpr limb decimal_value(limb digits) noexcept {
  const limb twos = digits * 10 + (digits >> 8);
  const limb first = (twos & 0x000000ff000000ff) * (100 + (limb{1000000} << 32));
  const limb second = (twos >> 16 & 0x000000ff000000ff) * (1 + (limb{10000} << 32));
  return (first + second) >> 32;
}

/// The characters of eight digits below 36.
constexpr limb characters_of_one_case(limb digits) noexcept {
  const limb letters = (digits + eight_of(128 - 10)) >> 7 & eight_of(1);
  return digits + eight_of('0') + letters * ('a' - '0' - 10);
}
/// The digits of eight characters of either case.
constexpr limb digits_of_one_case(limb characters) noexcept {
  const limb letters = characters >> 6 & eight_of(1);
  return (characters & eight_of(0x1f)) + letters * 25 - eight_of(16);
}

/// Spreads groups of `bits` bits (1 to 5), the most significant first, to bytes.
constexpr limb spread(limb groups, int bits) noexcept {
  const auto below = [](int count) { return (limb{1} << count) - 1; };
  const limb fours = (groups >> 4 * bits) | (groups & below(4 * bits)) << 32;
  const limb four = below(2 * bits) * 0x0000000100000001;
  const limb twos = (fours >> 2 * bits & four) | (fours & four) << 16;
  const limb two = below(bits) * 0x0001000100010001;
  return (twos >> bits & two) | (twos & two) << 8;
}
/// The inverse of spread().
constexpr limb gathered(limb bytes, int bits) noexcept {
  const limb twos = ((bytes & 0x00ff00ff00ff00ff) << bits) | (bytes >> 8 & 0x00ff00ff00ff00ff);
  const limb fours = ((twos & 0x0000ffff0000ffff) << 2 * bits) | (twos >> 16 & 0x0000ffff0000ffff);
  return (fours & 0x00000000ffffffff) << 4 * bits | fours >> 32;
}

}  // namespace gbi::words
