/// \file
/// Ends of the column passes of exact products: the halves of numbers' limbs, and the coefficients of the
/// product.
#pragma once

#include "kernels/fft/ends/number.hpp"
#include "kernels/fft/ends/weight.hpp"

namespace gbi::kernels {

/// Whether w^N is i for weights in GF(p^2), given the odd factor of N.
constexpr bool turns_left(int odd) {
  return odd % 4 == 3;
}

/// Weighted number j < N of a number's 2N digits of 32 bits, the halves of its limbs.
/// \tparam Left whether w^N is i
template <bool Left, class Real>
GBI_DEVICE complex<Real> twist(const digit_source& digits, std::uint32_t g, bool folded, std::uint64_t j,
                               std::uint64_t points, complex<Real> weight) {
  const limb* number = digits.limbs + g * digits.batch_stride;
  const Real re = Real::of(word_or_zero(digits, number, static_cast<std::uint32_t>(j)));
  if (!folded) return {re * weight.re, re * weight.im};
  const Real im = Real::of(word_or_zero(digits, number, static_cast<std::uint32_t>(j + points)));
  return complex<Real>{re, Left ? im : -im} * weight;
}

GBI_DEVICE void write_residue(const residues_out<m31>& to, std::uint64_t k, m31 residue) {
  to.upper[k] = canonical(residue);
}
/// c = r + (2^61 - 1) t for the residues r and s of c modulo 2^61 - 1 and 2^31 - 1. As 2 (2^61 - 1) = -1
/// modulo 2^31 - 1, t = 2 (r - s). Proof: proofs/Exact_product.v, theorem residues_give_coefficient.
/// rounding.md: exact transforms
GBI_DEVICE void write_residue(const residues_out<m61>& to, std::uint64_t k, m61 residue) {
  const std::uint64_t r = canonical(residue);
  const m31 r_mod_31 =
      m31{static_cast<std::uint32_t>(r) & m31::modulus} + m31{static_cast<std::uint32_t>(r >> 31)};
  const m31 difference = r_mod_31 - m31{to.upper[k]};
  const std::uint64_t t = canonical(difference + difference);
  const std::uint64_t low = t << 61, sum = low + (r - t);  // r - t may be negative
  to.lower[k] = sum;
  to.upper[k] = static_cast<std::uint32_t>(t >> 3) - (r < t ? 1 : 0) + (sum < low ? 1 : 0);
}

/// Writes coefficients j and j + N of an exact product. \param first coefficient 0 of the problem
template <bool Left, class Real>
GBI_DEVICE void untwist(const residues_out<Real>& to, std::uint64_t first, std::uint64_t j,
                        std::uint64_t points, complex<Real> weight, complex<Real> value) {
  const complex<Real> z = times_conjugate(value, weight);
  write_residue(to, first + j, z.re * to.scale);
  const Real im = z.im * to.scale;
  write_residue(to, first + j + points, Left ? im : -im);
}

template <class Field, class Fft>
struct column_end<words_in<Field>, Fft> : plain_end<words_in<Field>, Fft> {
  using place = columns_of_matrix<words_in<Field>, Fft>;

  GBI_DEVICE static auto load(auto&, const place& here) {
    return [&here, x = operand_of(here.a.end.operands, here.problem)](int which) {
      return [&here, x, j = here.column(which), fine = fine_root(here, which)](int row) {
        return twist<turns_left(Fft::odd), Field>(x.digits, x.problem, x.folded, here.at(row, j),
                                                  here.a.points, weight(here, row, fine));
      };
    };
  }
};

template <class Field, class Fft>
struct column_end<residues_out<Field>, Fft> : plain_end<residues_out<Field>, Fft> {
  using place = columns_of_matrix<residues_out<Field>, Fft>;

  GBI_DEVICE static auto store(auto&, const place& here) {
    return [&here, first = here.problem * 2 * here.a.points](int which, auto&) {
      return
          [&here, first, j = here.column(which), fine = fine_root(here, which)](int row, complex<Field> z) {
            untwist<turns_left(Fft::odd)>(here.a.end, first, here.at(row, j), here.a.points,
                                          weight(here, row, fine), z);
          };
    };
  }
};

}  // namespace gbi::kernels
