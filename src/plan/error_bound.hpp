/// \file
/// A bound of the rounding error of a right-angle product that holds for every input.
#pragma once

#include <cstdint>

#include "src/plan/fft_shape.hpp"

namespace gbi::plan {

/// K such that no coefficient of the product of digit vectors x and y is further than K u |x| |y| from the
/// integer it stands for, u = 2^-53, |.| the Euclidean norm. Proof in docs/rounding.md.
double error_constant(const fft_shape& shape, fft_form form = fft_form::right_angle);

/// The largest rounding error that is to be expected of a right-angle product of randomly recoded digits,
/// whatever the operands are: eight standard deviations, as measured (docs/rounding.md).
double expected_error(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                      bool square);

/// Whether such a product passes its verification as good as always.
bool is_trusted(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                bool square);

/// Whether balanced digits of `digit_bits` bits, at most digits_a and digits_b of them, are exact for every
/// input.
bool is_exact(const fft_shape& shape, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
              fft_form form = fft_form::right_angle);

}  // namespace gbi::plan
