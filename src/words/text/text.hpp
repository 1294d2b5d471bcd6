/// \file
/// Magnitudes as text in the bases 2 to 62, without signs and prefixes. The characters are those of
/// characters.hpp, the most significant digit first.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// The place of the first character that is not a digit of the base, or `count` if there is none.
std::size_t find_no_digit(const char* text, std::size_t count, int base) noexcept;

/// A number of characters sufficient for every number below 2^bits: at most one more than 2^bits - 1 has, if
/// that is not 0.
std::size_t text_size(std::size_t bits, int base) noexcept;
/// Limbs of scratch memory for format() with n limbs.
std::size_t format_scratch(std::size_t n, int base) noexcept;
/// Writes a number of n limbs. \returns the count of its digits; 0 has one. `text` has room for text_size(b,
/// base) characters, where b is the number's bit length, or 1.
///
/// Takes linear time for bases 2^k. For other bases, takes O(n^2) up to a few tens of limbs, and above that
/// the time of a product times log n.
std::size_t format(char* text, const limb* a, std::size_t n, int base, limb* scratch) noexcept;

/// Limbs of any number with `count` digits.
std::size_t parse_size(std::size_t count, int base) noexcept;
/// Limbs of scratch memory for parse().
std::size_t parse_scratch(std::size_t count, int base) noexcept;
/// The number with the given `count` digits. \returns its significant limbs. `out` has parse_size(count,
/// base) limbs. All characters are digits of the base. Cost as for format().
std::size_t parse(limb* out, const char* text, std::size_t count, int base, limb* scratch) noexcept;

}  // namespace gbi::words
