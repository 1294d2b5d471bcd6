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
/// After a right-angle transform (right_angle.hpp), k + 1/4 takes the place of k. A thread computes the
/// twiddles of its 16 frequencies from 4 of these and 3 for differences of frequencies.
///
/// In GF(p^2) an odd factor m of the points has no twiddles (coprime_stage.hpp): row k is multiplied like row
/// k / m of columns of Points / m points, and L has no odd factor.
template <class Real, int Points, int Columns, bool RightAngle>
struct column_twiddles {
  static_assert(Columns <= near_columns);
  static constexpr int rows = is_exact_field<Real> ? static_cast<int>(binary_factor(Points)) : Points;

  static constexpr int step = Points / 16;  ///< from a thread's frequency to the next one
  static constexpr int differences = RightAngle ? 3 : 0;

  complex<Real> far[rows + differences];  ///< that for step, 2 step and 3 step at the end

  /// Computes a thread's share of the far factors.
  /// \param unit the angle for k = 1, in steps of the circle of 4N points
  /// \param scale of all twiddles
  template <int Threads>
  GBI_DEVICE void fill(const circle<Real>& circle_roots, std::uint64_t unit, Real scale, int thread) {
    constexpr int entries = rows + differences;
    unroll<(entries + Threads - 1) / Threads>([&](auto round) {
      const int i = round * Threads + thread;
      if (i >= entries) return;
      const int k = i < rows ? i : (i - rows + 1) * step;
      const std::uint64_t quarter = RightAngle && i < rows ? unit / 4 : 0;
      const complex<Real> root = circle_root(circle_roots, static_cast<std::uint32_t>(k) * unit + quarter);
      if constexpr (RightAngle)
        far[i] = i < rows ? root * scale : root;
      else
        far[i] = root;
    });
  }

  /// x[q] *= exp(-+2 pi i k j / L) for the frequencies k = lane + q step of a thread's registers.
  template <direction Direction>
  GBI_DEVICE void apply(const complex<Real>* near, int which, int lane, complex<Real> (&x)[16]) const {
    if constexpr (is_exact_field<Real>) {
      // As many products as below, but without keeping factors in registers.
      unroll<16>([&](auto q) {
        constexpr int odd = Points / rows;
        const int k = lane / odd + q * (step / odd);
        x[q] = times_root<Direction>(times_root<Direction>(x[q], far[k]),
                                     read_only(near + k * near_columns + which));
      });
      return;
    }
    const auto root = [&](int k) { return far[k] * read_only(near + k * near_columns + which); };
    complex<Real> high[4], low[4];
    unroll<4>([&](auto h) { high[h] = root(lane + 4 * h * step); });
    low[0] = {1, 0};
    unroll<3>([&](auto l) { low[l + 1] = root(RightAngle ? rows + l : (l + 1) * step); });
    apply_twiddles<Direction, first_factors::low_is_one>(x, high, low);
  }
};

}  // namespace gbi::kernels
