/// \file
/// Rows of the manual's chapters on powers, roots and number theory.
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "tests/parity/rows.hpp"

namespace gbi::test {

std::vector<row> number_theory_rows() {
  // clang-format off
  return {
      {"mpz_pow_ui", [](const sample& t) { return same(pow(t.z, t.n % 20), gmp(mpz_pow_ui, t.c, t.n % 20)); }},
      {"mpz_ui_pow_ui", [](const sample& t) { return same(pow(t.u, t.n % 20), gmp(mpz_ui_pow_ui, t.u, t.n % 20)); }},

      {"mpz_sqrt", [](const sample& t) { return same(isqrt(abs(t.x)), gmp(mpz_sqrt, gmp(mpz_abs, t.a))); }},
      {"mpz_sqrtrem", [](const sample& t) { return same(sqrt_rem(abs(t.x)), gmp_pair(mpz_sqrtrem, gmp(mpz_abs, t.a))); }},
      {"mpz_root", [](const sample& t) { return same(iroot(t.x, t.n | 1), gmp(mpz_root, t.a, t.n | 1)); }},
      {"mpz_rootrem", [](const sample& t) { return same(root_rem(abs(t.x), t.n + 1), gmp_pair(mpz_rootrem, gmp(mpz_abs, t.a), t.n + 1)); }},
      {"mpz_perfect_square_p", [](const sample& t) { return same(is_perfect_square(t.z * t.z - t.n % 2), mpz_perfect_square_p((t.c * t.c - integer(static_cast<long>(t.n % 2))).get()) != 0); }},
      {"mpz_perfect_power_p", [](const sample& t) { return same(is_perfect_power(pow(t.z, t.n % 4)), mpz_perfect_power_p(gmp(mpz_pow_ui, t.c, t.n % 4).get()) != 0); }},

      {"mpz_fac_ui", [](const sample& t) { return same(factorial(t.n), gmp(mpz_fac_ui, t.n)); }},
      {"mpz_2fac_ui", [](const sample& t) { return same(double_factorial(t.n), gmp(mpz_2fac_ui, t.n)); }},
      {"mpz_primorial_ui", [](const sample& t) { return same(primorial(t.n), gmp(mpz_primorial_ui, t.n)); }},
      {"mpz_bin_uiui", [](const sample& t) { return same(binomial(t.n, t.u % 310), gmp(mpz_bin_uiui, t.n, t.u % 310)); }},
      {"mpz_fib_ui", [](const sample& t) { return same(fibonacci(t.n), gmp(mpz_fib_ui, t.n)); }},
      {"mpz_fib2_ui", [](const sample& t) { return same(fibonacci_pair(t.n), gmp_pair(mpz_fib2_ui, t.n)); }},
      {"mpz_lucnum_ui", [](const sample& t) { return same(lucas(t.n), gmp(mpz_lucnum_ui, t.n)); }},
      {"mpz_lucnum2_ui", [](const sample& t) { return same(lucas_pair(t.n), gmp_pair(mpz_lucnum2_ui, t.n)); }},
  };
  // clang-format on
}

}  // namespace gbi::test
