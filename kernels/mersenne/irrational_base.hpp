/// \file
/// Digits of two widths and their weights.
#pragma once

#include "kernels/mersenne/arguments.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

/// ceil(p j / N), the first bit of digit j; j <= N.
GBI_DEVICE std::uint64_t first_bit(const irrational_base& base, std::uint64_t j) {
  return (base.exponent * j + base.digits - 1) / base.digits;
}

/// r_j, given the first bit of digit j.
GBI_DEVICE std::uint32_t phase_at(const irrational_base& base, std::uint64_t j, std::uint64_t first_bit) {
  return static_cast<std::uint32_t>(first_bit * base.digits - base.exponent * j);
}

/// The width of a digit with the phase r.
GBI_DEVICE std::uint32_t width_at(const irrational_base& base, std::uint32_t r) {
  return base.digit_bits + (r < base.step ? 1 : 0);
}

/// 2^(r/N). rounding.md: weights
GBI_DEVICE double weight_at(const irrational_base& base, std::uint32_t r) {
  const double coarse = read_only(base.coarse + (r >> base.fine_bits));
  const double fine = read_only(base.fine + (r & ((1u << base.fine_bits) - 1)));
  return coarse + coarse * fine;
}

/// 2 * 2^(-r/N); the caller's scale removes the factor 2.
GBI_DEVICE double twice_inverse_weight_at(const irrational_base& base, std::uint32_t r) {
  return weight_at(base, base.digits - r);
}

/// x = low + 2^width high, low in [-2^(width - 1), 2^(width - 1)).
GBI_DEVICE std::int64_t low_digit(std::int64_t x, std::uint32_t width) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << (64 - width)) >> (64 - width);
}
GBI_DEVICE std::int64_t high_digit(std::int64_t x, std::uint32_t width) {
  return (x - low_digit(x, width)) >> width;
}

}  // namespace gbi::kernels
