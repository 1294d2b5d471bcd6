/// \file
/// Magnitudes as text in the bases 2 to 62, without signs and prefixes. Characters as in characters.hpp, the
/// most significant digit first.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Place of the first character that is no digit of the base, or `count`.
std::size_t find_no_digit(const char* text, std::size_t count, int base) noexcept;

/// Characters that suffice for every number below 2^bits; at most one more than 2^bits - 1 has, if it is not
/// 0.
std::size_t text_size(std::size_t bits, int base) noexcept;
/// Limbs of scratch memory that format() takes for n limbs.
std::size_t format_scratch(std::size_t n, int base) noexcept;
/// Writes a number of n limbs and returns the count of its digits; 0 has one. `text` has room for
/// text_size(b, base) characters, where b is the bit length of the number, or 1.
///
/// Linear for bases 2^k, else O(n^2) up to some ten limbs, above that a product's time times log n.
std::size_t format(char* text, const limb* a, std::size_t n, int base, limb* scratch) noexcept;

/// Limbs of numbers of `count` digits.
std::size_t parse_size(std::size_t count, int base) noexcept;
/// Limbs of scratch memory that parse() takes.
std::size_t parse_scratch(std::size_t count, int base) noexcept;
/// The number that `count` digits are; returns its significant limbs. `out` has parse_size(count, base)
/// limbs. All characters are digits of the base. Cost as format().
std::size_t parse(limb* out, const char* text, std::size_t count, int base, limb* scratch) noexcept;

}  // namespace gbi::words
