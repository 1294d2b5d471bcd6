/// \file
/// The strong Lucas test of one number n: powers of x modulo n and x^2 - x + q, in the form u + v x = x^k,
/// where v = U_k and 2 u + v = V_k.
///
/// One bit of n + 1 takes k to 2 k or to 2 k + 1:
///
///     x^2k     = (u^2 - q v v) + v (2 u + v) x
///     x^(2k+1) = -q v (2 u + v) + (u^2 - q v v + v (2 u + v)) x
///
/// Four teams compute these four products at the same time, so a bit takes the time of one product. The
/// factors are digit-wise sums of the previous products, so u and v are never stored. A product is at most |x
/// y| / R + n / 2 (fused_field.hpp). With R >= 2^12 n and |q| <= 64 this gives |u| <= 1.1 n, |v| <= 1.6 n and
/// factors below 110 n, which R accommodates.
///
/// Source: R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).
#pragma once

#include "kernels/modular/fused_field.hpp"

namespace gbi::kernels {

/// \tparam Threads the threads of the block, which holds four teams.
template <int Limbs, int Threads>
struct lucas_test_kernel : team_kernel<lucas_test_arguments, Limbs, Threads, digit_memory<Limbs, Threads>> {
  /// The products of the four teams.
  enum lane { u_u, q_v_v, v_2uv, q_v_2uv, lanes };

  template <class Block>
  GBI_DEVICE static void run(Block& block, digit_memory<Limbs, Threads>& shared,
                             const lucas_test_arguments& args) {
    const team_type<Block> team(block, shared, args.team.threads, lanes);
    const fused_field<Block, Limbs> field(team, args.modulus.modulus);
    const auto odd_bit = [&](std::uint32_t i) {
      const std::uint32_t at = i + args.twos;
      return (args.next[at / limb_bits] >> at % limb_bits & 1) != 0;
    };
    per_thread<Block, entry> x, y;

    // x^1, with 1 in Montgomery form.
    team.phase([&](int thread) { x[thread] = team.one(thread); });
    field.multiply(x, [&](int thread) { return team.load_digits(args.modulus.square, thread); });
    make_factors(team, field, args, x, y, [&](int thread, int c) {
      return terms{0, static_cast<std::int64_t>(x[thread].digit[c])};
    });
    for (std::uint32_t i = args.bits - args.twos - 1; i-- > 0;) step(team, field, args, x, y, odd_bit(i));

    for (std::uint32_t i = 0;; ++i) {
      const bool passes = is_zero(team, field, x, y, i == 0);
      if (passes || i + 1 >= args.twos) {
        block.phase([&](int thread) {
          if (thread == 0) *args.passed = passes ? 1 : 0;
        });
        return;
      }
      step(team, field, args, x, y, false);
    }
  }

 private:
  template <class Block>
  using team_type = digit_team<Block, Limbs>;
  static constexpr int digits = thread_digits(Limbs);
  using entry = digit_block<digits>;
  struct terms {
    std::int64_t u, v;  ///< digits
  };

  /// Computes the factors of each team from the digits of u and v that `terms_of(thread, digit)` returns.
  template <class Block, class TermsOf>
  GBI_DEVICE static void make_factors(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                                      const lucas_test_arguments& args, per_thread<Block, entry>& x,
                                      per_thread<Block, entry>& y, TermsOf&& terms_of) {
    per_thread<Block, digit_sums<digits + 1>> sum_x, sum_y;
    team.phase([&](int thread) {
      const int lane = team.index(thread);
      const std::int64_t q = lane == v_2uv ? 1 : args.minus_q;
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

  /// Computes the factors of x^2k, or of x^(2k+1), from those of x^k.
  template <class Block>
  GBI_DEVICE static void step(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                              const lucas_test_arguments& args, per_thread<Block, entry>& x,
                              per_thread<Block, entry>& y, bool odd) {
    field.multiply(x, [&](int thread) { return y[thread]; });
    team.phase([&](int thread) { team.put(thread, x[thread]); });
    make_factors(team, field, args, x, y, [&](int thread, int c) {
      const auto product = [&](int lane) {
        return team.digit_in(team.row(lane * team.threads())[team.rank(thread) * digits + c]);
      };
      // Digits barely exceed 2^51, so sums of three of them are exact as doubles.
      const fused_digit u = product(u_u) + product(q_v_v), v = product(v_2uv);
      return terms{static_cast<std::int64_t>(odd ? product(q_v_2uv) : u),
                   static_cast<std::int64_t>(odd ? u + v : v)};
    });
  }

  /// Whether V is 0 or, if u_counts, U is 0.
  template <class Block>
  GBI_DEVICE static bool is_zero(const team_type<Block>& team, const fused_field<Block, Limbs>& field,
                                 const per_thread<Block, entry>& x, const per_thread<Block, entry>& y,
                                 bool u_counts) {
    per_thread<Block, entry> z;  // U in teams whose x is v, V in teams whose y is 2 u + v
    per_thread<Block, word_block<team_type<Block>::words>> remainder;
    per_thread<Block, bool> flag;
    team.phase([&](int thread) { z[thread] = team.index(thread) == v_2uv ? x[thread] : y[thread]; });
    field.multiply(z, [&](int thread) { return team.one(thread); });
    field.words_of(z, remainder);
    team.phase([&](int thread) {
      flag[thread] = false;
      unroll<team_type<Block>::words>(
          [&](auto i) { flag[thread] = flag[thread] || remainder[thread].word[i] != 0; });
    });
    flag = team.any_of_team(flag);
    team.phase([&](int thread) {
      const int lane = team.index(thread);
      flag[thread] = !flag[thread] && (lane == q_v_2uv || (lane == v_2uv && u_counts));
    });
    return team.any(flag);
  }
};

}  // namespace gbi::kernels
