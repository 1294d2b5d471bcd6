/// \file
/// Bounds for the rounding error of a right-angle product: one that holds for every input, and the error to
/// expect.
#pragma once

#include <cstdint>

#include "src/plan/fft_shape.hpp"

namespace gbi::plan {

/// K such that no coefficient of the product of digit vectors x and y is further than K u |x| |y| from its
/// exact integer, where u = 2^-53 and |.| is the Euclidean norm. Proof in docs/rounding.md.
double error_constant(const fft_shape& shape, fft_form form = fft_form::right_angle);

/// The largest rounding error to expect in a right-angle product of randomly recoded digits, for any
/// operands: eight standard deviations, as measured (docs/rounding.md).
double expected_error(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                      bool square);

/// Whether such a product is practically certain to pass its verification.
bool is_trusted(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                bool square);

/// Whether balanced digits of `digit_bits` bits are exact for every input if the operands have at most
/// digits_a and digits_b digits.
bool is_exact(const fft_shape& shape, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
              fft_form form = fft_form::right_angle);

}  // namespace gbi::plan
