/// \file
/// The square of a spectrum of real numbers that were transformed as half as many complex ones.
///
/// Let z_j = x_2j + i x_2j+1, j < h, and Z its transform. The even and the odd numbers have the transforms
/// E_k = (Z_k + conj Z_(h-k)) / 2 and O_k = -i (Z_k - conj Z_(h-k)) / 2, and Z_k = E_k + i O_k. Their cyclic
/// square has the even part E^2 + v O^2 and the odd part 2 E O, with v = exp(-2 pi i k / h), because an odd
/// number is one step after an even one. So its Z_k is
///
///     (E + i O)^2 + (1 + v) O^2 = Z_k^2 - (1 + v) (Z_k - conj Z_(h-k))^2 / 4
///
/// In GF(p^2) with h = m M, m odd (fft/coprime_stage.hpp), the transforms for each residue class a modulo m
/// have M points. Conjugation does not change roots of order m, so the mirror image of (a, k) is (a, -k), and
/// v is the point z at which the polynomial with the coefficients z_j has that value.
///
/// Each frequency needs its mirror image -k and writes only itself. Source: the thesis' Real-ID (A. Perez
/// Dieguez, 2018), rearranged for squares.
#pragma once

#include "kernels/fft/shared_spectrum.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// (1 + v) / 4
template <class Real>
GBI_DEVICE complex<Real> quarter_of_one_plus(complex<Real> root) {
  const complex<Real> sum{Real{1} + root.re, root.im};
  if constexpr (is_exact_field<Real>) {
    constexpr std::uint32_t quarter = roots_of_unity<Real>::log2_order - 3;  // 2^-2
    return {times_power_of_two(sum.re, quarter), times_power_of_two(sum.im, quarter)};
  } else {
    return sum * Real{0.25};
  }
}

/// \param root v
template <class Real>
GBI_DEVICE complex<Real> mirrored_square(complex<Real> z, complex<Real> mirrored, complex<Real> root) {
  const complex<Real> odd = z - conj(mirrored);
  return z * z - odd * odd * quarter_of_one_plus(root);
}

/// Inside one block: transforms rows, squares them, and transforms back. Every row's mirror image is in the
/// block.
/// \param class_of class_of(which) is k modulo `rows` for the frequencies k of a row
/// \param mirror_of mirror_of(which) is the row with the frequencies -k
/// \param odd_circle_root odd_circle_root(v) is v times its component of odd order
template <class Fft, int Points, int Count, class Block, class ClassOf, class Mirror, class CircleRoot,
          class Load, class Store>
GBI_DEVICE void square_in_block(Block& block, typename Fft::shared_memory& shared,
                                const complex<typename Fft::real>* binary_roots,
                                const circle<typename Fft::real>& circle_roots, std::uint32_t rows,
                                ClassOf&& class_of, Mirror&& mirror_of, CircleRoot&& odd_circle_root,
                                Load&& load, Store&& store) {
  using Real = typename Fft::real;
  constexpr int radix = Fft::radix, lanes = Fft::lanes;
  const typename Fft::root_tables roots{binary_roots, nullptr};
  per_thread<Block, Real> re[radix], im[radix];
  forward_to_shared<Fft>(block, shared, roots, re, im, load);
  block.template grid_phase<Count, lanes>([&](int which, int lane) {
    const int thread = which * lanes + lane;
    const std::uint32_t residue_class = class_of(which);
    const int mirror = mirror_of(which);
    // -(residue_class + rows k) = -residue_class modulo `rows`, which borrows unless that is 0.
    const int last = residue_class == 0 ? Points : Points - 1;
    const complex<Real> root = odd_circle_root(circle_root(
        circle_roots, std::uint64_t{4} * (residue_class + rows * static_cast<std::uint64_t>(lane))));
    unroll<radix>([&](auto q) {
      const int at = Fft::address(mirror, (last - lane - q * lanes) & (Points - 1));
      const complex<Real> z =
          mirrored_square<Real>({re[q][thread], im[q][thread]}, {shared.re[at], shared.im[at]},
                                rotate_sixteenths<direction::forward, q*(16 / radix)>(root));
      re[q][thread] = z.re;
      im[q][thread] = z.im;
    });
  });
  Fft::backward(
      block, shared, roots,
      [&](int which, int lane, complex<Real>(&x)[radix]) {
        const int thread = which * lanes + lane;
        unroll<radix>([&](auto q) { x[q] = {re[q][thread], im[q][thread]}; });
      },
      store);
}

}  // namespace gbi::kernels
