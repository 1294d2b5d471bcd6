/// \file
/// The tree of a radix conversion. A text of D digits is cut into 2^height leaves of equal length. A node of
/// level i stands for the digits of 2^i leaves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/context/engine.hpp"

namespace gbi::text {

bool is_base(int base);

/// log2 of base 2, 4, 8, 16 or 32, else 0.
int bits_per_digit(int base);

/// How the digits of a base fill 64-bit words.
struct base_words {
  std::uint32_t digits_per_word;  ///< the most digits with base^digits < 2^64
  kernels::normalized_divisor divisor;
  std::uint32_t divisor_shift;
};
base_words words_of(int base);

class radix_tree {
 public:
  /// A tree for texts of `digits` digits. The base is not a power of two.
  radix_tree(int base, std::uint64_t digits);

  int height() const { return height_; }
  std::uint32_t digits_per_leaf() const { return digits_per_leaf_; }
  std::uint64_t digits_at(int level) const { return std::uint64_t{digits_per_leaf_} << level; }
  /// The limbs that hold any value below base^digits_at(level).
  std::uint64_t limbs_at(int level) const;
  std::uint32_t nodes_at(int level) const { return 1u << (height_ - level); }

  /// base^digits_at(level) for the levels 0 .. height - 1, in the current context.
  std::vector<gpu_bigint> powers() const;

 private:
  int base_;
  int height_ = 0;
  std::uint32_t digits_per_leaf_;
};

/// Parses digits of a base into a magnitude in the current context. Every character is a digit of the base.
gpu_bigint parse_digits(std::string_view digits, int base);
/// The digits of a number that is not zero, without sign and leading zeros.
std::string format_digits(const gpu_bigint& value, int base);

/// The sign and digits of a number in host words that is not zero.
std::string format_words(const detail::home& place, const detail::short_view& a, int base);

/// Conversions in bases that are powers of two (bits.cpp), without checks.
void parse_bit_digits(detail::engine& engine, std::string_view digits, int bits,
                      const kernels::limb_target& result);
std::string format_bit_digits(const gpu_bigint& value, int bits);

}  // namespace gbi::text
