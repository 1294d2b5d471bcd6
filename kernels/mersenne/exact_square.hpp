/// \file
/// Exact squares modulo 2^p - 1: the steps before and after transforms in GF(q^2) for q = 2^31 - 1 and q =
/// 2^61 - 1.
///
/// Modulo a Mersenne prime q = 2^b - 1, 2 has the order b, which divides no N = 2^n {1, 3, 7, 9}. So there is
/// an e with e N = 1 modulo b, 2^e is an N-th root of two, and the weight 2^(r/N) is 2^(e r mod b): weighting
/// is a rotation of bits. Weighted digits are real numbers of the field, and everything else is as for
/// doubles: pairs of digits become complex numbers, and a spectrum of real numbers is squared
/// (mirrored_square.hpp). The Chinese remainder theorem finds the coefficients. Nothing is rounded.
/// rounding.md: exact squares
///
/// A coefficient has up to 91 bits. It is cut into three parts at the ends of its own digit and of the next
/// one. Digit j adds the parts of coefficients j, j - 1 and j - 2, and then the excess of the sum of digit j
/// - 1. So every digit depends on four coefficients, no block waits for another, and digits exceed their
/// widths by at most a few units.
///
/// Reads 16 bytes per point and writes 24, and vice versa on the way back.
/// Sources: R. Crandall, B. Fagin (arguments.hpp) for the weights, I. S. Reed, T. K. Truong
/// (word/mersenne_field.hpp) for the transforms. PRPLL (M. Preda, G. Woltman) also squares by both primes.
#pragma once

#include "kernels/fft/field.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// Walks over consecutive digits, with the values that depend on their indices. A remainder is slow, so only
/// the first digit of a thread takes one.
class digit_walk {
 public:
  GBI_DEVICE digit_walk(const irrational_base& base, std::uint32_t j) : base_(&base), j_(j) {
    const std::uint64_t shift = std::uint64_t{base.step} * j;
    const bool is_binary = (base.digits & (base.digits - 1)) == 0;
    const auto below =
        static_cast<std::uint32_t>(is_binary ? shift & (base.digits - 1) : shift % base.digits);
    phase_ = below == 0 ? 0 : base.digits - below;
  }
  GBI_DEVICE std::uint32_t digit() const { return j_; }
  /// r_j = -p j modulo N
  GBI_DEVICE std::uint32_t phase() const { return phase_; }
  GBI_DEVICE std::uint32_t width() const { return base_->digit_bits + (phase_ < base_->step ? 1 : 0); }
  GBI_DEVICE digit_walk next() const {
    digit_walk result = *this;
    result.j_ = j_ + 1 == base_->digits ? 0 : j_ + 1;
    result.phase_ = phase_ < base_->step ? phase_ + base_->digits - base_->step : phase_ - base_->step;
    return result;
  }

 private:
  const irrational_base* base_;
  std::uint32_t j_, phase_;
};

/// e r modulo b
template <class Field>
GBI_DEVICE std::uint32_t weight_exponent(std::uint32_t root, std::uint32_t phase) {
  constexpr std::uint32_t bits = roots_of_unity<Field>::log2_order - 1;
  return root * (phase % bits) % bits;
}
template <class Field>
GBI_DEVICE Field weighted(Field x, std::uint32_t root, std::uint32_t phase) {
  return times_power_of_two(x, weight_exponent<Field>(root, phase));
}
/// x 2^-(r/N) / h.
/// \param log2_points the exponent of 2 in h
template <class Field>
GBI_DEVICE Field unweighted(Field x, std::uint32_t root, std::uint32_t phase, std::uint32_t log2_points,
                            std::uint32_t odd_factor) {
  constexpr std::uint32_t bits = roots_of_unity<Field>::log2_order - 1;
  const Field binary =
      times_power_of_two(x, (2 * bits - weight_exponent<Field>(root, phase) - log2_points % bits) % bits);
  if (odd_factor == 1) return binary;
  constexpr Field third = inverse(Field{3}), seventh = inverse(Field{7}), ninth = inverse(Field{9});
  return binary * (odd_factor == 3 ? third : odd_factor == 7 ? seventh : ninth);
}

/// An integer below 2^60, modulo 2^61 - 1.
GBI_DEVICE m61 large_residue(std::int64_t x) {
  return {static_cast<std::uint64_t>(x + (x < 0 ? static_cast<std::int64_t>(m61::modulus) : 0))};
}
/// As above, modulo 2^31 - 1.
GBI_DEVICE m31 small_residue(std::int64_t x) {
  const auto size = static_cast<std::uint64_t>(x < 0 ? -x : x);
  const m31 positive = m31::once_less((static_cast<std::uint32_t>(size) & m31::modulus) +
                                      static_cast<std::uint32_t>(size >> 31));
  return x < 0 ? -positive : positive;
}

/// One point of both fields per thread.
struct digits_to_residues_kernel : map_kernel<digits_to_residues_kernel, digits_to_residues_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits / 2; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    const auto j = static_cast<std::uint32_t>(2 * at);
    const auto [even, odd] = a.digits[at];
    const digit_walk here(a.base, j);
    const std::uint32_t r_even = here.phase(), r_odd = here.next().phase();
    a.points.small[at] = {weighted(small_residue(even), a.roots.small, r_even),
                          weighted(small_residue(odd), a.roots.small, r_odd)};
    a.points.large[at] = {weighted(large_residue(even), a.roots.large, r_even),
                          weighted(large_residue(odd), a.roots.large, r_odd)};
  }
};
digits_to_residues_kernel map_of(const digits_to_residues_arguments&);

/// c = low + 2^w middle + 2^(w + w') high, where w is the width of the digit and w' that of the next one. low
/// and middle are balanced.
struct split_coefficient {
  std::int64_t low, middle, high;
};

/// The balanced number of w bits that is congruent to x modulo 2^w: from -2^(w-1) to 2^(w-1) - 1.
GBI_DEVICE std::int64_t balanced_bits(std::uint64_t x, std::uint32_t w) {
  return static_cast<std::int64_t>(x << (64 - w)) >> (64 - w);
}

/// Eight digits per thread, which recomputes the three coefficients before them.
struct residues_to_digits_kernel : map_kernel<residues_to_digits_kernel, residues_to_digits_arguments> {
  static constexpr std::uint32_t digits_of_thread = 8;

  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits / digits_of_thread; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t run) {
    const auto first = static_cast<std::uint32_t>(run * digits_of_thread);
    const std::uint32_t odd_factor = a.base.digits >> (a.log2_points + 1);
    digit_walk walk(a.base, (first == 0 ? a.base.digits : first) - 3);
    const auto coefficient = [&]() {
      const digit_walk next = walk.next();
      const split_coefficient here = split(a, walk, next.width(), odd_factor);
      walk = next;
      return here;
    };
    split_coefficient before[2];
    before[0] = coefficient();
    before[1] = coefficient();
    std::int64_t carry = 0, found[digits_of_thread];
    // The sum of the first digit is computed only for its excess.
    unroll<digits_of_thread + 1>([&](auto i) {
      const std::uint32_t w = walk.width();
      const split_coefficient here = coefficient();
      const std::int64_t sum = here.low + before[1].middle + before[0].high;
      const std::int64_t digit = balanced_bits(static_cast<std::uint64_t>(sum), w);
      if constexpr (i > 0) found[i - 1] = digit + carry;
      carry = (sum - digit) >> w;
      before[0] = before[1];
      before[1] = here;
    });
    unroll<digits_of_thread / 2>([&](auto i) { a.digits[first / 2 + i] = {found[2 * i], found[2 * i + 1]}; });
  }

 private:
  /// \param w_next the width of the next digit
  GBI_DEVICE static split_coefficient split(const arguments& a, const digit_walk& at, std::uint32_t w_next,
                                            std::uint32_t odd_factor) {
    const std::uint32_t j = at.digit(), phase = at.phase();
    const complex<m31> small = read_only(a.points.small + j / 2);
    const complex<m61> large = read_only(a.points.large + j / 2);
    const std::uint64_t r = canonical(
        unweighted(j % 2 == 0 ? large.re : large.im, a.roots.large, phase, a.log2_points, odd_factor));
    const m31 s =
        unweighted(j % 2 == 0 ? small.re : small.im, a.roots.small, phase, a.log2_points, odd_factor);
    // c = r + (2^61 - 1) t with t = 2 (r - s) modulo 2^31 - 1, as in right_angle.hpp. A balanced t makes c
    // balanced.
    const m31 r_mod_31 =
        m31{static_cast<std::uint32_t>(r) & m31::modulus} + m31{static_cast<std::uint32_t>(r >> 31)};
    const m31 difference = r_mod_31 - s;
    const auto positive = static_cast<std::int64_t>(canonical(difference + difference));
    const std::int64_t t = positive > m31::modulus / 2 ? positive - std::int64_t{m31::modulus} : positive;
    // c = x + 2^61 t
    const std::int64_t x = static_cast<std::int64_t>(r) - t - (j == 0 ? a.subtrahend : 0);
    const std::uint32_t w = at.width();
    const std::int64_t low = balanced_bits(static_cast<std::uint64_t>(x), w);
    // The sum fits in 63 bits, but its second part need not.
    const std::uint64_t remainder =
        static_cast<std::uint64_t>((x - low) >> w) + (static_cast<std::uint64_t>(t) << (61 - w));
    const std::int64_t middle = balanced_bits(remainder, w_next);
    return {low, middle, (static_cast<std::int64_t>(remainder) - middle) >> w_next};
  }
};
residues_to_digits_kernel map_of(const residues_to_digits_arguments&);

}  // namespace gbi::kernels
