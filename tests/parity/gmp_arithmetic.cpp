/// \file
/// Rows for the manual's chapters on arithmetic and division.
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "tests/parity/gmp_rows.hpp"

namespace gbi::test {

namespace {

/// The quotient and remainder of x / 2^n, rounded towards zero.
gpu_bigint cut(const gpu_bigint& x, unsigned long n) {
  const gpu_bigint magnitude = abs(x) >> static_cast<std::int64_t>(n);
  return x < 0 ? -magnitude : magnitude;
}
gpu_bigint rest(const gpu_bigint& x, unsigned long n) {
  return x < 0 ? -low_bits(-x, n) : low_bits(x, n);
}

}  // namespace

std::vector<row> arithmetic_rows() {
  // clang-format off
  return {
      {"mpz_add", [](const sample& t) { return same(t.x + t.y, gmp(mpz_add, t.a, t.b)); }},
      {"mpz_add_ui", [](const sample& t) { return same(t.x + t.u, gmp(mpz_add_ui, t.a, t.u)); }},
      {"mpz_sub", [](const sample& t) { return same(t.x - t.y, gmp(mpz_sub, t.a, t.b)); }},
      {"mpz_sub_ui", [](const sample& t) { return same(t.x - t.u, gmp(mpz_sub_ui, t.a, t.u)); }},
      {"mpz_ui_sub", [](const sample& t) { return same(t.u - t.x, gmp(mpz_ui_sub, t.u, t.a)); }},
      {"mpz_mul", [](const sample& t) { return same(t.x * t.y, gmp(mpz_mul, t.a, t.b)); }},
      {"mpz_mul_si", [](const sample& t) { return same(t.x * t.s, gmp(mpz_mul_si, t.a, t.s)); }},
      {"mpz_mul_ui", [](const sample& t) { return same(t.x * t.u, gmp(mpz_mul_ui, t.a, t.u)); }},
      {"mpz_addmul", [](const sample& t) { return same(multiply_add(t.z, t.x, t.y), t.c + gmp(mpz_mul, t.a, t.b)); }},
      {"mpz_addmul_ui", [](const sample& t) { return same(t.z + t.x * t.u, t.c + gmp(mpz_mul_ui, t.a, t.u)); }},
      {"mpz_submul", [](const sample& t) { return same(multiply_subtract(t.z, t.x, t.y), t.c - gmp(mpz_mul, t.a, t.b)); }},
      {"mpz_submul_ui", [](const sample& t) { return same(t.z - t.x * t.u, t.c - gmp(mpz_mul_ui, t.a, t.u)); }},
      {"mpz_mul_2exp", [](const sample& t) { return same(t.x << static_cast<std::int64_t>(t.n), gmp(mpz_mul_2exp, t.a, t.n)); }},
      {"mpz_neg", [](const sample& t) { return same(-t.x, gmp(mpz_neg, t.a)); }},
      {"mpz_abs", [](const sample& t) { return same(abs(t.x), gmp(mpz_abs, t.a)); }},

      {"mpz_cdiv_q", [](const sample& t) { return same(ceil_div_rem(t.x, t.w).quotient, gmp(mpz_cdiv_q, t.a, t.e)); }},
      {"mpz_cdiv_r", [](const sample& t) { return same(ceil_div_rem(t.x, t.w).remainder, gmp(mpz_cdiv_r, t.a, t.e)); }},
      {"mpz_cdiv_qr", [](const sample& t) { return same(ceil_div_rem(t.x, t.w), gmp_pair(mpz_cdiv_qr, t.a, t.e)); }},
      {"mpz_cdiv_q_ui", [](const sample& t) { return same(ceil_div_rem(t.x, t.v).quotient, gmp(mpz_cdiv_q_ui, t.a, t.v)); }},
      {"mpz_cdiv_r_ui", [](const sample& t) { return same(ceil_div_rem(t.x, t.v).remainder, gmp(mpz_cdiv_r_ui, t.a, t.v)); }},
      {"mpz_cdiv_qr_ui", [](const sample& t) { return same(ceil_div_rem(t.x, t.v), gmp_pair(mpz_cdiv_qr_ui, t.a, t.v)); }},
      {"mpz_cdiv_ui", [](const sample& t) { return same(static_cast<unsigned long>(abs(ceil_div_rem(t.x, t.v).remainder)), mpz_cdiv_ui(t.a.get(), t.v)); }},
      {"mpz_cdiv_q_2exp", [](const sample& t) { return same(-(-t.x >> static_cast<std::int64_t>(t.n)), gmp(mpz_cdiv_q_2exp, t.a, t.n)); }},
      {"mpz_cdiv_r_2exp", [](const sample& t) { return same(-low_bits(-t.x, t.n), gmp(mpz_cdiv_r_2exp, t.a, t.n)); }},
      {"mpz_fdiv_q", [](const sample& t) { return same(floor_div_rem(t.x, t.w).quotient, gmp(mpz_fdiv_q, t.a, t.e)); }},
      {"mpz_fdiv_r", [](const sample& t) { return same(floor_div_rem(t.x, t.w).remainder, gmp(mpz_fdiv_r, t.a, t.e)); }},
      {"mpz_fdiv_qr", [](const sample& t) { return same(floor_div_rem(t.x, t.w), gmp_pair(mpz_fdiv_qr, t.a, t.e)); }},
      {"mpz_fdiv_q_ui", [](const sample& t) { return same(floor_div_rem(t.x, t.v).quotient, gmp(mpz_fdiv_q_ui, t.a, t.v)); }},
      {"mpz_fdiv_r_ui", [](const sample& t) { return same(floor_div_rem(t.x, t.v).remainder, gmp(mpz_fdiv_r_ui, t.a, t.v)); }},
      {"mpz_fdiv_qr_ui", [](const sample& t) { return same(floor_div_rem(t.x, t.v), gmp_pair(mpz_fdiv_qr_ui, t.a, t.v)); }},
      {"mpz_fdiv_ui", [](const sample& t) { return same(static_cast<unsigned long>(abs(floor_div_rem(t.x, t.v).remainder)), mpz_fdiv_ui(t.a.get(), t.v)); }},
      {"mpz_fdiv_q_2exp", [](const sample& t) { return same(t.x >> static_cast<std::int64_t>(t.n), gmp(mpz_fdiv_q_2exp, t.a, t.n)); }},
      {"mpz_fdiv_r_2exp", [](const sample& t) { return same(low_bits(t.x, t.n), gmp(mpz_fdiv_r_2exp, t.a, t.n)); }},
      {"mpz_tdiv_q", [](const sample& t) { return same(t.x / t.w, gmp(mpz_tdiv_q, t.a, t.e)); }},
      {"mpz_tdiv_r", [](const sample& t) { return same(t.x % t.w, gmp(mpz_tdiv_r, t.a, t.e)); }},
      {"mpz_tdiv_qr", [](const sample& t) { return same(div_rem(t.x, t.w), gmp_pair(mpz_tdiv_qr, t.a, t.e)); }},
      {"mpz_tdiv_q_ui", [](const sample& t) { return same(t.x / t.v, gmp(mpz_tdiv_q_ui, t.a, t.v)); }},
      {"mpz_tdiv_r_ui", [](const sample& t) { return same(t.x % t.v, gmp(mpz_tdiv_r_ui, t.a, t.v)); }},
      {"mpz_tdiv_qr_ui", [](const sample& t) { return same(div_rem(t.x, t.v), gmp_pair(mpz_tdiv_qr_ui, t.a, t.v)); }},
      {"mpz_tdiv_ui", [](const sample& t) { return same(static_cast<unsigned long>(abs(t.x % t.v)), mpz_tdiv_ui(t.a.get(), t.v)); }},
      {"mpz_tdiv_q_2exp", [](const sample& t) { return same(cut(t.x, t.n), gmp(mpz_tdiv_q_2exp, t.a, t.n)); }},
      {"mpz_tdiv_r_2exp", [](const sample& t) { return same(rest(t.x, t.n), gmp(mpz_tdiv_r_2exp, t.a, t.n)); }},
      {"mpz_mod", [](const sample& t) { return same(euclidean_div_rem(t.x, t.w).remainder, gmp(mpz_mod, t.a, t.e)); }},
      {"mpz_mod_ui", [](const sample& t) { return same(euclidean_div_rem(t.x, t.v).remainder, gmp(mpz_mod_ui, t.a, t.v)); }},
      {"mpz_divexact", [](const sample& t) { return same(divide_exact(t.x * t.w, t.w), gmp(mpz_divexact, t.a * t.e, t.e)); }},
      {"mpz_divexact_ui", [](const sample& t) { return same(divide_exact(t.x * t.v, t.v), gmp(mpz_divexact_ui, gmp(mpz_mul_ui, t.a, t.v), t.v)); }},
      {"mpz_divisible_p", [](const sample& t) { return same(is_divisible(t.x, t.z), mpz_divisible_p(t.a.get(), t.c.get()) != 0); }},
      {"mpz_divisible_ui_p", [](const sample& t) { return same(is_divisible(t.x, t.n % 7), mpz_divisible_ui_p(t.a.get(), t.n % 7) != 0); }},
      {"mpz_congruent_p", [](const sample& t) { return same(is_divisible(t.x - t.y, t.z), mpz_congruent_p(t.a.get(), t.b.get(), t.c.get()) != 0); }},
      {"mpz_congruent_ui_p", [](const sample& t) { return same(is_divisible(t.x - t.u, t.n % 7), mpz_congruent_ui_p(t.a.get(), t.u, t.n % 7) != 0); }},
      {"mpz_divisible_2exp_p", [](const sample& t) { return same(trailing_zeros(t.x) >= t.n % 5, mpz_divisible_2exp_p(t.a.get(), t.n % 5) != 0); }},
      {"mpz_congruent_2exp_p", [](const sample& t) { return same(trailing_zeros(t.x - t.y) >= t.n % 5, mpz_congruent_2exp_p(t.a.get(), t.b.get(), t.n % 5) != 0); }},
  };
  // clang-format on
}

}  // namespace gbi::test
