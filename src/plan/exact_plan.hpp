/// \file
/// The plan of an exact product: transforms over GF(p^2) for p = 2^31 - 1 and p = 2^61 - 1, and the Chinese
/// remainder theorem. Digits are the halves of limbs, for any operands, and nothing is rounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/word/mersenne_field.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/plan/product_shape.hpp"

namespace gbi::plan {

inline constexpr int exact_digit_bits = 32;

/// A coefficient is a sum of at most as many products of two digits as the shorter operand has digits. The
/// sum of this many such products is less than (2^31 - 1) (2^61 - 1).
/// Proof: proofs/Exact_product.v, theorem coefficients_are_below_moduli.
/// rounding.md: exact transforms
inline constexpr std::uint64_t most_exact_digits = (std::uint64_t{1} << 28) - 1;

/// Transforms of exact products, shortest first: 2^k {1, 3, 7, 9} points from 2^13 to 2^29. The right-angle
/// weights have the order 4 2^k, and 2^31 is the highest order of roots modulo 2^31 - 1 whose inverses are
/// their conjugates.
std::span<const fft_shape> exact_shapes();

/// The transform with this many points, if there is one.
std::optional<fft_shape> find_exact_shape(std::uint64_t points);

/// The shortest transform for the product of operands of these sizes, or std::nullopt if the product is too
/// long.
std::optional<fft_shape> find_exact(const product_shape& wanted);
/// As find_exact. \throws std::length_error if there is none
fft_shape choose_exact(const product_shape& wanted);

/// The transform of exact squares modulo 2^p - 1 with N = `digits` digits
/// (kernels/mersenne/exact_square.hpp), if there is one: 2^k {1, 3, 7, 9} digits, from 2^14 to 2^27, of 16 to
/// 38 bits, such that the coefficients are right for every number.
std::optional<fft_shape> find_exact_square(std::uint64_t exponent, std::uint64_t digits);
/// The shortest such transform with at least `at_least` digits, if there is one.
std::optional<fft_shape> choose_exact_square(std::uint64_t exponent, std::uint64_t at_least = 0);

/// Bytes of workspace: both operands' transforms modulo 2^61 - 1, which reuse the memory of those modulo 2^31
/// - 1, and the upper words of 2N coefficients.
constexpr std::size_t workspace_of_exact(const fft_shape& shape) {
  return (2 * sizeof(kernels::complex<kernels::m61>) + 2 * sizeof(std::uint32_t)) * shape.points;
}

}  // namespace gbi::plan
