/// \file
/// Roots of unity: tables and how a thread gets its sixteen twiddles from few look-ups.
#pragma once

#include <cstdint>

#include "kernels/fft/butterfly.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

/// From the two entries of a circle's tables.
template <class Real>
GBI_DEVICE complex<Real> turn(complex<Real> coarse, complex<Real> fine) {
  return coarse + coarse * fine;
}

/// exp(-2 pi i e / order), see circle.
template <class Real>
GBI_DEVICE complex<Real> turn(const circle<Real>& turns, std::uint64_t e) {
  return turn(read_only(turns.coarse + (e >> turns.fine_bits)),
              read_only(turns.fine + (e & ((1u << turns.fine_bits) - 1))));
}

/// x[q] *= high[q / 4] * low[q % 4] (their conjugates backward). Every twiddle is one product of two factors,
/// never a long chain of powers, so its error stays within what plan/error_bound.cpp allows.
template <direction Direction, class Real, int Count>
GBI_DEVICE void apply_twiddles(complex<Real> (&x)[Count], const complex<Real> (&high)[Count / 4],
                               const complex<Real> (&low)[4], bool high0_is_one) {
  unroll<Count>([&](auto q) GBI_INLINE {
    constexpr int h = q / 4, l = q % 4;
    if (h == 0 && high0_is_one) {
      if (l == 0) return;
      x[q] = x[q] * (Direction == direction::forward ? low[l] : conj(low[l]));
    } else {
      const complex<Real> w = l == 0 ? high[h] : high[h] * low[l];
      x[q] = x[q] * (Direction == direction::forward ? w : conj(w));
    }
  });
}

/// x[q] *= w^q, or its conjugate backward, for w = exp(-2 pi i t / Length); `roots` is a table of
/// stage_roots.
template <direction Direction, int Length, class Real, int Count>
GBI_DEVICE void apply_powers(complex<Real> (&x)[Count], const complex<Real>* roots, int t) {
  const auto root = [&](int row) GBI_INLINE {
    return read_only(roots + (stage_roots<Count>::offset(Length) + row * (Length / Count)) + t);
  };
  complex<Real> low[4] = {{1, 0}}, high[Count / 4] = {{1, 0}};
  unroll<3>([&](auto l) GBI_INLINE { low[l + 1] = root(l); });
  unroll<Count / 4 - 1>([&](auto h) GBI_INLINE { high[h + 1] = root(3 + h); });
  apply_twiddles<Direction>(x, high, low, true);
}

}  // namespace gbi::kernels
