/// \file
/// The twiddles between a column pass and the following passes.
#pragma once

#include "kernels/fft/coprime_stage.hpp"
#include "kernels/fft/twiddle.hpp"

namespace gbi::kernels {

/// The twiddles exp(-2 pi i k j / L) of a block, j = j0 + c for its columns c. The far factor exp(-2 pi i k
/// j0 / L) is the same for all columns of a row; the near factor exp(-2 pi i k c / L) is the same for all
/// blocks. Neighbouring threads read neighbouring entries of both. With a look-up by k j, every thread would
/// read different lines. rounding.md: passes
///
/// In GF(p^2) an odd factor m of the points has no twiddles (coprime_stage.hpp): row k is multiplied like row
/// k / m of columns of Points / m points, and L has no odd factor.
template <class Real, int Points, int Columns>
struct column_twiddles {
  static_assert(Columns <= near_columns);
  static constexpr int rows = is_exact_field<Real> ? static_cast<int>(binary_factor(Points)) : Points;

  complex<Real> far[rows];

  /// Computes a thread's share of the far factors.
  /// \param unit the angle for k = 1, in steps of the circle of 4N points
  template <int Threads>
  GBI_DEVICE void fill(const circle<Real>& circle_roots, std::uint64_t unit, int thread) {
    unroll<(rows + Threads - 1) / Threads>([&](auto round) {
      const int k = round * Threads + thread;
      if (k < rows) far[k] = circle_root(circle_roots, static_cast<std::uint32_t>(k) * unit);
    });
  }

  /// x[q] *= exp(-+2 pi i k j / L) for the frequencies k = lane + q lanes of a thread's registers.
  template <direction Direction, int Lanes>
  GBI_DEVICE void apply(const complex<Real>* near, int which, int lane, complex<Real> (&x)[16]) const {
    if constexpr (is_exact_field<Real>) {
      // As many products as below, but without keeping factors in registers.
      unroll<16>([&](auto q) {
        constexpr int odd = Points / rows;
        const int k = lane / odd + q * (Lanes / odd);
        x[q] = times_root<Direction>(times_root<Direction>(x[q], far[k]),
                                     read_only(near + k * near_columns + which));
      });
      return;
    }
    const auto root = [&](int k) { return far[k] * read_only(near + k * near_columns + which); };
    complex<Real> high[4], low[4];
    unroll<4>([&](auto h) { high[h] = root(lane + 4 * h * Lanes); });
    low[0] = {1, 0};
    unroll<3>([&](auto l) { low[l + 1] = root((l + 1) * Lanes); });
    apply_twiddles<Direction>(x, high, low, false);
  }
};

}  // namespace gbi::kernels
