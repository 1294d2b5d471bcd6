/// \file
/// Arguments of the kernels of arithmetic modulo 2^p - 1.
///
/// A number is written in the irrational base 2^(p/N). It has N digits, and digit j begins at bit ceil(p j /
/// N). So a digit has floor(p/N) bits or one more, and the carry out of the last digit enters the first. Let
/// r_j = N ceil(p j / N) - p j, 0 <= r_j < N. The weighted digits 2^(r_j / N) d_j of a product are the cyclic
/// convolution of those of the factors: a transform of N points, without zero padding. Source: R. Crandall,
/// B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62 (1994).
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// The digits that one block of the carry kernel settles, and the digits before them that it reads.
inline constexpr int weighted_tile = 1024;
inline constexpr int weighted_halo = 3;

struct irrational_base {
  std::uint64_t exponent;    ///< p < 2^32
  std::uint32_t digits;      ///< N >= 4, even, coprime to p
  std::uint32_t digit_bits;  ///< floor(p/N), the bits of a short digit
  std::uint32_t step;        ///< p mod N
  /// 2^(r/N) for 0 <= r <= N is coarse[r >> fine_bits] (1 + fine[r mod 2^fine_bits]).
  const double* coarse;
  const double* fine;
  std::uint32_t fine_bits;
  const std::uint32_t* tile_phase;  ///< r_j of the first digit of the halo of every tile
  const std::uint32_t* steps;       ///< t step mod N for t < weighted_halo + weighted_tile
};

/// Converts the limbs of a number below 2^p to weighted digits.
struct weighted_digits_arguments {
  irrational_base base;
  limb_span number;
  double* out;
};

/// Converts weighted coefficients, scaled by the transform, to weighted digits, and subtracts a small number.
struct weighted_carry_arguments {
  irrational_base base;
  const double* in;
  double* out;
  double scale;
  std::int64_t subtrahend;
  verdict* measured;  ///< receives distance and largest
};

/// Converts weighted digits to coefficients at every 32nd bit, p/32 + 1 of them. They are those of the number
/// plus 2^p - 1, so that they are not negative.
struct weighted_coefficients_arguments {
  irrational_base base;
  const double* in;
  std::int64_t* out;
};

/// Squares a spectrum. The transform of N/2 complex numbers, which are N real ones, becomes 2 times that of
/// their cyclic convolution with themselves.
struct spectrum_square_arguments {
  complex<double>* data;
  std::uint64_t half;  ///< N/2
  spectrum_order order;
  circle<double> turns;  ///< of order 4 N/2
};

}  // namespace gbi::kernels
