/// \file
/// The odd factor of a transform in GF(p^2).
///
/// Roots z of odd order are in GF(p), so their conjugates are not their inverses, and tables do not contain
/// them. With N = m M points, m odd and M = 2^k, and an inverse c of M modulo m, the frequency with the
/// residues a modulo m and b modulo M is
///
///     sum_j u^(b j) sum_q x_(q M + j) z^(a (q + c j)),  j < M, q < m
///
/// for a root u of order M. The m points x_j, x_(M+j), ... are rotated by c j and transformed. Then m
/// transforms of M points follow, all of whose twiddles have orders that are powers of two. Source: I. J.
/// Good, "The interaction algorithm and practical Fourier analysis", J. R. Statist. Soc. B 20 (1958); L. H.
/// Thomas, "Using a computer to solve problems in physics" (1963).
#pragma once

#include <cstdint>

#include "kernels/model/unroll.hpp"
#include "kernels/word/complex.hpp"
#include "kernels/word/odd_roots.hpp"

namespace gbi::kernels {

/// 1 / n modulo 3, 7 or 9: the sixth power of each unit is 1.
template <int Odd>
GBI_BOTH constexpr std::uint32_t inverse_modulo_odd(std::uint64_t n) {
  const auto r = static_cast<std::uint32_t>(n % Odd);
  return r * r % Odd * r % Odd * r % Odd * r % Odd;
}

/// How the points of a block's columns are rotated: the points of row t < Binary of column `which`, for M =
/// Binary width.
template <int Odd, int Binary>
struct column_rotation {
  std::uint32_t first;  ///< of the first column's row 0
  std::uint32_t step;   ///< from a column to the next one

  GBI_DEVICE static column_rotation of(std::uint64_t width, std::uint64_t first_column) {
    const std::uint32_t step = inverse_modulo_odd<Odd>(width % Odd * Binary);
    return {static_cast<std::uint32_t>(first_column % Odd) * step, step};
  }
  GBI_DEVICE std::uint32_t at(int t, int which) const {
    constexpr std::uint32_t of_row = inverse_modulo_odd<Odd>(Binary);  // width / (Binary width)
    return (first + static_cast<std::uint32_t>(which) * step + static_cast<std::uint32_t>(t) * of_row) % Odd;
  }
};
/// For powers of two, and for complex roots.
struct no_rotation {
  GBI_DEVICE static no_rotation of(std::uint64_t, std::uint64_t) { return {}; }
};

/// Moves x[q] to x[(q + by) mod Size], by <= Size = 3, 7 or 9. Registers have no addresses, so every bit of
/// `by` selects.
template <int Size, class Real>
GBI_DEVICE void rotate(complex<Real> (&x)[Size], std::uint32_t by) {
  unroll<4>([&](auto bit) {
    constexpr int distance = 1 << bit;
    if constexpr (distance < Size) {
      const bool moves = (by >> bit & 1) != 0;
      complex<Real> moved[Size];
      unroll<Size>([&](auto q) {
        const complex<Real> from = x[(q + Size - distance) % Size], here = x[q];
        moved[q] = {moves ? from.re : here.re, moves ? from.im : here.im};
      });
      unroll<Size>([&](auto q) { x[q] = moved[q]; });
    }
  });
}

}  // namespace gbi::kernels
