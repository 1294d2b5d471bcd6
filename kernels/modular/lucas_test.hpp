/// \file
/// The strong Lucas test of numbers n: powers of x modulo n and x^2 - x + q, in the form u + v x = x^k, where
/// v = U_k and 2 u + v = V_k.
///
/// One bit of n + 1 takes k to 2 k or to 2 k + 1:
///
///     x^2k     = (u^2 - q v v) + v (2 u + v) x
///     x^(2k+1) = -q v (2 u + v) + (u^2 - q v v + v (2 u + v)) x
///
/// Four teams compute these four products of a number at the same time, so a bit takes the time of one
/// product. The factors are digit-wise sums of the previous products, so u and v are never stored. A product
/// is at most |x y| / R + n / 2 (fused_field.hpp). With R >= 2^12 n and |q| <= 64 this gives |u| <= 1.1 n,
/// |v|
/// <= 1.6 n and factors below 110 n, which R accommodates.
///
/// Source: R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).
#pragma once

#include "kernels/modular/fused_field.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// \tparam Threads the threads of the block, which holds the teams of one number or of several.
template <int Limbs, int Threads>
struct lucas_test_kernel : team_kernel<lucas_test_arguments, Limbs, Threads, digit_memory<Limbs, Threads>> {
  /// The products of the four teams of a number.
  enum lane { u_u, q_v_v, v_2uv, q_v_2uv, lanes };

  template <class Block>
  GBI_DEVICE static void run(Block& block, digit_memory<Limbs, Threads>& shared,
                             const lucas_test_arguments& args) {
    const team_type<Block> team(block, shared, args.team.threads, args.elements, lanes);
    const fused_field<Block, Limbs> field(team, args.modulus.modulus);
    per_thread<Block, entry> x, y;
    per_thread<Block, std::int64_t> minus_q;
    per_thread<Block, std::uint32_t> twos;  // exponent of 2 in n + 1; 0 if n shall not pass
    per_thread<Block, bool> is_odd, passed, is_open;

    // x^0, with 1 in Montgomery form.
    team.phase([&](int thread) {
      minus_q[thread] = team.is_present(thread) ? args.minus_q[team.element(thread)] : 0;
      twos[thread] = minus_q[thread] != 0 ? trailing_ones(args.modulus.modulus, team.element(thread)) : 0;
      x[thread] = team.one(thread);
    });
    field.multiply(x, [&](int thread) { return team.load_digits(args.modulus.square, thread); });
    make_factors(team, field, minus_q, x, y, [&](int thread, int c) {
      return terms{static_cast<std::int64_t>(x[thread].digit[c]), 0};
    });
    for (std::uint32_t i = args.bits; i-- > 0;) {
      team.phase([&](int thread) {
        // Above bit `twos`, where n + 1 has its lowest one, n + 1 and n have the same bits.
        const std::uint32_t at = i + twos[thread];
        is_odd[thread] =
            i == 0 ||
            (team.is_present(thread) &&
             (limb_of(args.modulus.modulus, team.element(thread), at / limb_bits) >> at % limb_bits & 1) !=
                 0);
      });
      step(team, field, minus_q, x, y, is_odd);
    }

    team.phase([&](int thread) { passed[thread] = is_odd[thread] = false; });
    for (std::uint32_t i = 0;; ++i) {
      if (i > 0) step(team, field, minus_q, x, y, is_odd);
      find_zeros(team, field, x, y);
      team.phase([&](int thread) {
        if (i < twos[thread] &&
            (is_zero_in(team, thread, q_v_2uv) || (i == 0 && is_zero_in(team, thread, v_2uv))))
          passed[thread] = true;
        is_open[thread] = !passed[thread] && i + 1 < twos[thread];
      });
      if (!team.any(is_open)) break;
    }
    team.phase([&](int thread) {
      if (team.rank(thread) == 0 && lane_of(team, thread) == u_u && team.is_present(thread))
        args.passed[team.element(thread)] = passed[thread] ? 1 : 0;
    });
  }

 private:
  template <class Block>
  using team_type = digit_team<Block, Limbs>;
  static constexpr int digits = thread_digits(Limbs);
  using entry = digit_block<digits>;
  struct terms {
    std::int64_t u, v;  ///< digits
  };

  template <class Block>
  GBI_DEVICE static int lane_of(const team_type<Block>& team, int thread) {
    return team.index(thread) % lanes;
  }
  /// The first thread of the team that computes a product of this thread's number.
  template <class Block>
  GBI_DEVICE static int first_of(const team_type<Block>& team, int thread, int lane) {
    return (team.index(thread) / lanes * lanes + lane) * team.threads();
  }
  /// The number of ones below the lowest zero of a modulus.
  GBI_DEVICE static std::uint32_t trailing_ones(const batch_span& modulus, std::uint64_t element) {
    std::uint32_t index = 0;
    limb low = limb_of(modulus, element, 0);
    while (low == ~limb{0}) low = limb_of(modulus, element, ++index);  // ends above the modulus
    return index * limb_bits + static_cast<std::uint32_t>(trailing_zeros(~low));
  }

  /// Computes the factors of each team from the digits of u and v that `terms_of(thread, digit)` returns.
  template <class Block, class TermsOf>
  GBI_DEVICE static void make_factors(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                                      const per_thread<Block, std::int64_t>& minus_q,
                                      per_thread<Block, entry>& x, per_thread<Block, entry>& y,
                                      TermsOf&& terms_of) {
    per_thread<Block, digit_sums<digits + 1>> sum_x, sum_y;
    team.phase([&](int thread) {
      const int lane = lane_of(team, thread);
      const std::int64_t q = lane == v_2uv ? 1 : minus_q[thread];
      unroll<digits>([&](auto c) {
        const terms t = terms_of(thread, c);
        sum_x[thread].sum[c] = static_cast<digit_sum>(lane == u_u ? t.u : q * t.v);
        sum_y[thread].sum[c] = static_cast<digit_sum>(lane == u_u     ? t.u
                                                      : lane == q_v_v ? t.v
                                                                      : 2 * t.u + t.v);
      });
    });
    field.carry(sum_x, x);
    field.carry(sum_y, y);
  }

  /// Computes the factors of x^2k or, where is_odd, of x^(2k+1), from those of x^k.
  template <class Block>
  GBI_DEVICE static void step(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                              const per_thread<Block, std::int64_t>& minus_q, per_thread<Block, entry>& x,
                              per_thread<Block, entry>& y, const per_thread<Block, bool>& is_odd) {
    field.multiply(x, [&](int thread) { return y[thread]; });
    team.phase([&](int thread) { team.put(thread, x[thread]); });
    make_factors(team, field, minus_q, x, y, [&](int thread, int c) {
      const auto product = [&](int lane) {
        return team.digit_in(team.row(first_of(team, thread, lane))[team.rank(thread) * digits + c]);
      };
      // Digits barely exceed 2^51, so sums of three of them are exact as doubles.
      const fused_digit u = product(u_u) + product(q_v_v), v = product(v_2uv);
      return terms{static_cast<std::int64_t>(is_odd[thread] ? product(q_v_2uv) : u),
                   static_cast<std::int64_t>(is_odd[thread] ? u + v : v)};
    });
  }

  /// Finds whether U is 0 in the teams whose x is v, and whether V is 0 in the teams whose y is 2 u + v.
  template <class Block>
  GBI_DEVICE static void find_zeros(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                                    const per_thread<Block, entry>& x, const per_thread<Block, entry>& y) {
    per_thread<Block, entry> z;
    per_thread<Block, word_block<team_type<Block>::words>> remainder;
    per_thread<Block, bool> is_not_zero;
    team.phase([&](int thread) { z[thread] = lane_of(team, thread) == v_2uv ? x[thread] : y[thread]; });
    field.multiply(z, [&](int thread) { return team.one(thread); });
    field.words_of(z, remainder);
    team.phase([&](int thread) {
      bool some = false;
      unroll<team_type<Block>::words>([&](auto i) { some = some || remainder[thread].word[i] != 0; });
      is_not_zero[thread] = some;
    });
    is_not_zero = team.any_of_team(is_not_zero);
    team.phase([&](int thread) { team.shared().neighbour[0][thread] = is_not_zero[thread] ? 0 : 1; });
  }
  /// In the next phase: what find_zeros() found in a team of this thread's number.
  template <class Block>
  GBI_DEVICE static bool is_zero_in(const team_type<Block>& team, int thread, int lane) {
    return team.shared().neighbour[0][first_of(team, thread, lane)] != 0;
  }
};

}  // namespace gbi::kernels
