/// \file
/// Rows of the manual's chapters on arithmetic and division.
#include "tests/parity/rows.hpp"

namespace gbi::test {

namespace {

/// x / 2^n and what remains, rounded towards zero.
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
      {"mpz_addmul", [](const sample& t) { return same(t.z + t.x * t.y, t.c + gmp(mpz_mul, t.a, t.b)); }},
      {"mpz_addmul_ui", [](const sample& t) { return same(t.z + t.x * t.u, t.c + gmp(mpz_mul_ui, t.a, t.u)); }},
      {"mpz_submul", [](const sample& t) { return same(t.z - t.x * t.y, t.c - gmp(mpz_mul, t.a, t.b)); }},
      {"mpz_submul_ui", [](const sample& t) { return same(t.z - t.x * t.u, t.c - gmp(mpz_mul_ui, t.a, t.u)); }},
      {"mpz_mul_2exp", [](const sample& t) { return same(t.x << static_cast<std::int64_t>(t.n), gmp(mpz_mul_2exp, t.a, t.n)); }},
      {"mpz_neg", [](const sample& t) { return same(-t.x, gmp(mpz_neg, t.a)); }},
      {"mpz_abs", [](const sample& t) { return same(abs(t.x), gmp(mpz_abs, t.a)); }},

      {"mpz_cdiv_q_2exp", [](const sample& t) { return same(-(-t.x >> static_cast<std::int64_t>(t.n)), gmp(mpz_cdiv_q_2exp, t.a, t.n)); }},
      {"mpz_cdiv_r_2exp", [](const sample& t) { return same(-low_bits(-t.x, t.n), gmp(mpz_cdiv_r_2exp, t.a, t.n)); }},
      {"mpz_fdiv_q_2exp", [](const sample& t) { return same(t.x >> static_cast<std::int64_t>(t.n), gmp(mpz_fdiv_q_2exp, t.a, t.n)); }},
      {"mpz_fdiv_r_2exp", [](const sample& t) { return same(low_bits(t.x, t.n), gmp(mpz_fdiv_r_2exp, t.a, t.n)); }},
      {"mpz_tdiv_q_2exp", [](const sample& t) { return same(cut(t.x, t.n), gmp(mpz_tdiv_q_2exp, t.a, t.n)); }},
      {"mpz_tdiv_r_2exp", [](const sample& t) { return same(rest(t.x, t.n), gmp(mpz_tdiv_r_2exp, t.a, t.n)); }},
      {"mpz_divisible_2exp_p", [](const sample& t) { return same(trailing_zeros(t.x) >= t.n % 5, mpz_divisible_2exp_p(t.a.get(), t.n % 5) != 0); }},
      {"mpz_congruent_2exp_p", [](const sample& t) { return same(trailing_zeros(t.x - t.y) >= t.n % 5, mpz_congruent_2exp_p(t.a.get(), t.b.get(), t.n % 5) != 0); }},
  };
  // clang-format on
}

}  // namespace gbi::test
