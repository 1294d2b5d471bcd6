/// \file
/// Rows for the manual's chapters on powers, roots and number theory.
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/primes.hpp"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "tests/parity/gmp_rows.hpp"

namespace gbi::test {

namespace {

/// Coefficients are not unique. They must be right and no longer than necessary.
bool is_bezout(const bezout& ours, const sample& t) {
  return ours.gcd == ours.s * t.x + ours.t * t.y && same(ours.gcd, gmp(mpz_gcd, t.a, t.b)) &&
         ours.s.bit_length() <= t.y.bit_length() + 1 && ours.t.bit_length() <= t.x.bit_length() + 1;
}

/// The inverse, or -1 if there is none.
integer inverse(const integer& a, const integer& n) {
  integer result;
  return mpz_invert(result.get(), a.get(), n.get()) != 0 ? result : integer(-1);
}

integer odd(const integer& a) {
  integer result = gmp(mpz_abs, a);
  mpz_setbit(result.get(), 0);
  return result;
}

/// mpz_prevprime exists in GMP since version 6.3.
integer prime_below(unsigned long n) {
  integer result;
  do mpz_set_ui(result.get(), --n);
  while (mpz_probab_prime_p(result.get(), 25) == 0);
  return result;
}

}  // namespace

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
      {"mpz_mfac_uiui", [](const sample& t) { return same(multifactorial(t.n, t.u % 40 + 1), gmp(mpz_mfac_uiui, t.n, t.u % 40 + 1)); }},
      {"mpz_primorial_ui", [](const sample& t) { return same(primorial(t.n), gmp(mpz_primorial_ui, t.n)); }},
      {"mpz_bin_ui", [](const sample& t) { return same(binomial(t.x, t.n % 20), gmp(mpz_bin_ui, t.a, t.n % 20)); }},
      {"mpz_bin_uiui", [](const sample& t) { return same(binomial(t.n, t.u % 310), gmp(mpz_bin_uiui, t.n, t.u % 310)); }},
      {"mpz_fib_ui", [](const sample& t) { return same(fibonacci(t.n), gmp(mpz_fib_ui, t.n)); }},
      {"mpz_fib2_ui", [](const sample& t) { return same(fibonacci_pair(t.n), gmp_pair(mpz_fib2_ui, t.n)); }},
      {"mpz_lucnum_ui", [](const sample& t) { return same(lucas(t.n), gmp(mpz_lucnum_ui, t.n)); }},
      {"mpz_lucnum2_ui", [](const sample& t) { return same(lucas_pair(t.n), gmp_pair(mpz_lucnum2_ui, t.n)); }},

      {"mpz_powm", [](const sample& t) { return same(powm(t.x, abs(t.z), abs(t.w)), gmp(mpz_powm, t.a, gmp(mpz_abs, t.c), gmp(mpz_abs, t.e))); }},
      {"mpz_powm_ui", [](const sample& t) { return same(powm(t.x, t.u, abs(t.w)), gmp(mpz_powm_ui, t.a, t.u, gmp(mpz_abs, t.e))); }},

      {"mpz_probab_prime_p", [](const sample& t) { return same(is_probable_prime(t.v % 10000), mpz_probab_prime_p(gmp(mpz_set_ui, t.v % 10000).get(), 25) != 0); }},
      {"mpz_nextprime", [](const sample& t) { return same(next_prime(t.u), gmp(mpz_nextprime, gmp(mpz_set_ui, t.u))); }},
      {"mpz_prevprime", [](const sample& t) { return same(prev_prime(t.u / 2 + 3), prime_below(t.u / 2 + 3)); }},
      {"mpz_gcd", [](const sample& t) { return same(gcd(t.x * t.z, t.y * t.z), gmp(mpz_gcd, t.a * t.c, t.b * t.c)); }},
      {"mpz_gcd_ui", [](const sample& t) { return same(gcd(t.x, t.u), gmp(mpz_gcd_ui, t.a, t.u)); }},
      {"mpz_gcdext", [](const sample& t) { return same(is_bezout(gcd_ext(t.x, t.y), t), true); }},
      {"mpz_lcm", [](const sample& t) { return same(lcm(t.x, t.y), gmp(mpz_lcm, t.a, t.b)); }},
      {"mpz_lcm_ui", [](const sample& t) { return same(lcm(t.x, t.u), gmp(mpz_lcm_ui, t.a, t.u)); }},
      {"mpz_invert", [](const sample& t) { return same(try_invert(t.x, abs(t.w)).value_or(-1), inverse(t.a, gmp(mpz_abs, t.e))); }},
      {"mpz_jacobi", [](const sample& t) { return same(jacobi(t.x, abs(t.y) | 1), mpz_jacobi(t.a.get(), odd(t.b).get())); }},
      {"mpz_legendre", [](const sample& t) { return same(jacobi(t.x, 10007), mpz_legendre(t.a.get(), integer(10007).get())); }},
      {"mpz_kronecker", [](const sample& t) { return same(kronecker(t.x, t.y), mpz_kronecker(t.a.get(), t.b.get())); }},
      {"mpz_kronecker_si", [](const sample& t) { return same(kronecker(t.x, t.s), mpz_kronecker_si(t.a.get(), t.s)); }},
      {"mpz_kronecker_ui", [](const sample& t) { return same(kronecker(t.x, t.u), mpz_kronecker_ui(t.a.get(), t.u)); }},
      {"mpz_si_kronecker", [](const sample& t) { return same(kronecker(t.s, t.x), mpz_si_kronecker(t.s, t.a.get())); }},
      {"mpz_ui_kronecker", [](const sample& t) { return same(kronecker(t.u, t.x), mpz_ui_kronecker(t.u, t.a.get())); }},
      {"mpz_remove", [](const sample& t) { return same(remove(t.w * pow(6, t.n % 9), 6).rest, gmp(mpz_remove, t.e * gmp(mpz_ui_pow_ui, 6ul, t.n % 9), integer(6))); }},
  };
  // clang-format on
}

}  // namespace gbi::test
