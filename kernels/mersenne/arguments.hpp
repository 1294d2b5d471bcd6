/// \file
/// What the kernels of arithmetic modulo 2^p - 1 are told.
///
/// A number is written in the irrational base 2^(p/N): it has N digits, and digit j begins at bit
/// ceil(p j / N), so that digits have floor(p/N) or one bit more, and what leaves the last digit comes in at
/// the first. With r_j = N ceil(p j / N) - p j, 0 <= r_j < N, the weighted digits 2^(r_j / N) d_j of a
/// product are the cyclic convolution of those of the factors: a transform of N points without zeros between.
/// Source: R. Crandall, B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62
/// (1994).
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// Digits that one block of the carry kernel settles, and those in front of them that it looks at.
inline constexpr int weighted_tile = 1024;
inline constexpr int weighted_halo = 3;

struct irrational_base {
  std::uint64_t exponent;    ///< p < 2^32
  std::uint32_t digits;      ///< N >= 4, even, coprime to p
  std::uint32_t digit_bits;  ///< floor(p/N), those of a short digit
  std::uint32_t step;        ///< p mod N
  /// 2^(r/N) for 0 <= r <= N is coarse (1 + fine), coarse[r >> fine_bits] and fine[r mod 2^fine_bits].
  const double* coarse;
  const double* fine;
  std::uint32_t fine_bits;
  const std::uint32_t* tile_phase;  ///< r_j of the first digit of every tile's halo
  const std::uint32_t* steps;       ///< t step mod N, t < weighted_halo + weighted_tile
};

/// Limbs of a number below 2^p to weighted digits.
struct weighted_digits_arguments {
  irrational_base base;
  limb_span number;
  double* out;
};

/// Weighted coefficients, scaled by the transform, to weighted digits, minus a small number.
struct weighted_carry_arguments {
  irrational_base base;
  const double* in;
  double* out;
  double scale;
  std::int64_t subtrahend;
  verdict* measured;  ///< distance and largest
};

/// Weighted digits to coefficients at every 32nd bit, p/32 + 1 of them; the number's and 2^p - 1 together, so
/// that they are not negative.
struct weighted_coefficients_arguments {
  irrational_base base;
  const double* in;
  std::int64_t* out;
};

/// The transform of N/2 complex numbers that are N real ones becomes that of their cyclic convolution with
/// themselves, times 2.
struct spectrum_square_arguments {
  complex<double>* data;
  std::uint64_t half;  ///< N/2
  spectrum_order order;
  circle<double> turns;  ///< of order 4 N/2
};

}  // namespace gbi::kernels
