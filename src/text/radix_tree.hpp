/// \file
/// The tree of a radix conversion. A text of D digits is cut into 2^height leaves of equal length. A node of
/// level i stands for the digits of 2^i leaves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::text {

bool is_base(int base);

/// log2 of base 2, 4, 8, 16 or 32, else 0.
int bits_per_digit(int base);

/// How the digits of a base fill 64-bit words.
struct base_words {
  std::uint32_t digits_per_word;  ///< the most digits with base^digits < 2^64
  /// base^digits, for at most digits_per_word digits.
  limb power(std::uint32_t digits) const;
  int base;
};
base_words words_of(int base);

/// An estimate of a power b^d of a base. b^d >= mantissa 2^exponent, and the factor between them is less than
/// 1 + 2^-62 d. The top bit of the mantissa is set.
struct power_estimate {
  limb mantissa;
  std::int64_t exponent;
};

class radix_tree {
 public:
  /// A tree for texts of `digits` digits. The base is not a power of two.
  radix_tree(int base, std::uint64_t digits);

  /// The digits of the longest leaf.
  static std::uint64_t longest_leaf(int base);

  int base() const { return base_; }
  int height() const { return height_; }
  std::uint32_t digits_per_leaf() const { return digits_per_leaf_; }
  std::uint64_t digits_at(int level) const { return std::uint64_t{digits_per_leaf_} << level; }
  /// The limbs that hold base^digits_at(level), and any value below it.
  std::uint64_t limbs_at(int level) const;
  std::uint32_t nodes_at(int level) const { return 1u << (height_ - level); }
  power_estimate estimate_at(int level) const;
  kernels::leaf_words words_of_leaf() const;

 private:
  int base_;
  int height_ = 0;
  std::uint32_t digits_per_leaf_;
};

/// Digits in device memory whose size is a multiple of eight bytes.
struct device_digits {
  exec::buffer<char> memory;
  std::size_t begin, size;
};

/// The parts of a text that the constructor of gpu_bigint accepts, but its digits are not looked at.
struct numeral {
  bool negative;
  int base;
  std::string_view digits;  ///< without leading zeros, up to the end of the text
};
/// \throws std::invalid_argument naming the base, or the place where a digit is missing
numeral numeral_of(std::string_view text, int base);
/// \throws std::invalid_argument naming the first character that is not a digit of the base
void require_digits(std::string_view text, const numeral& in);

/// Parses digits of a base into a magnitude in the current context. Every character is a digit of the base.
gpu_bigint parse_digits(std::string_view digits, int base);
/// The digits of a nonzero number, without leading zeros, after the text for its sign.
std::string format_digits(const gpu_bigint& value, int base, std::string_view sign);

/// The sign and digits of a nonzero number in host words.
std::string format_words(const detail::short_view& a, int base);

}  // namespace gbi::text
