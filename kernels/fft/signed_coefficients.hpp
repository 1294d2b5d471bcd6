/// \file
/// The coefficients of exact convolutions, from the output of the last pass of exact products.
///
/// A coefficient c of a right-angle convolution may be negative. It is known modulo M = (2^31 - 1) (2^61 -
/// 1), and |c| < M / 2. A cyclic convolution of N numbers is a product of polynomials modulo z^N - 1: the
/// polynomials are padded with zeros, and then coefficient k + N is added to coefficient k.
///
/// Reads 12 or 24 bytes per coefficient and writes 12.
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct signed_coefficients_kernel : map_kernel<signed_coefficients_kernel, signed_coefficients_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.count * a.batch; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t i) {
    if (a.cyclic) {
      const std::uint64_t from = i + i / a.count * a.count;
      const std::uint64_t low = a.lower[from], sum = low + a.lower[from + a.count];
      a.low[i] = sum;
      a.high[i] = static_cast<std::int32_t>(a.upper[from] + a.upper[from + a.count] + (sum < low ? 1 : 0));
      return;
    }
    const std::uint64_t low = a.lower[i];
    const std::uint32_t high = a.upper[i];
    const bool negative = high > half_high || (high == half_high && low >= half_low);
    a.low[i] = negative ? low - modulus_low : low;
    a.high[i] = static_cast<std::int32_t>(high - (negative ? modulus_high + (low < modulus_low ? 1 : 0) : 0));
  }

 private:
  // M = 2^92 - 2^61 - 2^31 + 1 and (M + 1) / 2, in parts of 28 or 27 bits and of 64 bits.
  static constexpr std::uint64_t modulus_low = 0 - (std::uint64_t{1} << 61) - (std::uint64_t{1} << 31) + 1;
  static constexpr std::uint32_t modulus_high = (1u << 28) - 1;
  static constexpr std::uint64_t half_low = 0 - (std::uint64_t{1} << 60) - (std::uint64_t{1} << 30) + 1;
  static constexpr std::uint32_t half_high = (1u << 27) - 1;
};
signed_coefficients_kernel map_of(const signed_coefficients_arguments&);

}  // namespace gbi::kernels
