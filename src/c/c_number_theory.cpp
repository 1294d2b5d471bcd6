#include "gpu_bigint/number_theory.hpp"

#include "gpu_bigint/c/number_theory.h"
#include "gpu_bigint/sequences.hpp"
#include "src/c/guard.hpp"

using gbi::c::array;
using gbi::c::call;
using gbi::c::set;
using gbi::c::set_both;
using word = uint64_t;

gbi_status gbi_gcd(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(
      __func__, r, [](auto& x, auto& y) { return gcd(x, y); }, a, b);
}
gbi_status gbi_gcd_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(
      __func__, r, [](auto& x, word y) { return gcd(x, x.in_same_context(y)); }, a, b);
}
gbi_status gbi_lcm(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(
      __func__, r, [](auto& x, auto& y) { return lcm(x, y); }, a, b);
}
gbi_status gbi_lcm_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(
      __func__, r, [](auto& x, word y) { return lcm(x, x.in_same_context(y)); }, a, b);
}
gbi_status gbi_gcdext(gbi_int* g, gbi_int* s, gbi_int* t, const gbi_int* a, const gbi_int* b) {
  return call(
      __func__,
      [&](auto& divisor, auto& x, auto& y) {
        if (g == s || g == t || (s == t && s != nullptr))
          throw std::invalid_argument("one object for two results");
        gbi::bezout found = gcd_ext(x, y);
        divisor = std::move(found.gcd);
        if (s != nullptr) s->value = std::move(found.s);
        if (t != nullptr) t->value = std::move(found.t);
      },
      g, a, b);
}
gbi_status gbi_invert(gbi_int* r, const gbi_int* a, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x, auto& y) { return invert(x, y); }, a, n);
}
gbi_status gbi_jacobi(int* r, const gbi_int* a, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x, auto& y) { return jacobi(x, y); }, a, n);
}
gbi_status gbi_kronecker(int* r, const gbi_int* a, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x, auto& y) { return kronecker(x, y); }, a, n);
}
gbi_status gbi_crt(gbi_int* r, const gbi_int* const* remainders, const gbi_int* const* moduli, size_t count) {
  return set(
      __func__, r, [](const auto& x, const auto& y) { return gbi::crt(x, y); },
      array<const gbi_int* const>{remainders, count}, array<const gbi_int* const>{moduli, count});
}

gbi_status gbi_powm(gbi_int* r, const gbi_int* base, const gbi_int* exponent, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x, auto& y, auto& z) { return powm(x, y, z); }, base, exponent, n);
}
gbi_status gbi_powm_ui(gbi_int* r, const gbi_int* base, uint64_t exponent, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x, word y, auto& z) { return powm(x, x.in_same_context(y), z); }, base, exponent,
      n);
}

gbi_status gbi_probab_prime_p(int* r, const gbi_int* n, int rounds) {
  return set(
      __func__, r, [](auto& x, int y) { return !is_probable_prime(x, y) ? 0
                                               : x.bit_length() > 64    ? 1
                                                                        : 2; },
      n, rounds);
}
gbi_status gbi_nextprime(gbi_int* r, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x) { return next_prime(x); }, n);
}
gbi_status gbi_prevprime(gbi_int* r, const gbi_int* n) {
  return set(
      __func__, r, [](auto& x) { return prev_prime(x); }, n);
}
gbi_status gbi_remove(gbi_int* rest, uint64_t* times, const gbi_int* a, const gbi_int* factor) {
  return set_both(
      __func__, rest, times, [](auto& x, auto& y) { return remove(x, y); }, a, factor);
}

gbi_status gbi_fac_ui(gbi_int* r, uint64_t n) {
  return set(
      __func__, r, [](word x) { return gbi::factorial(x); }, n);
}
gbi_status gbi_2fac_ui(gbi_int* r, uint64_t n) {
  return set(
      __func__, r, [](word x) { return gbi::double_factorial(x); }, n);
}
gbi_status gbi_mfac_uiui(gbi_int* r, uint64_t n, uint64_t step) {
  return set(
      __func__, r, [](word x, word y) { return gbi::multifactorial(x, y); }, n, step);
}
gbi_status gbi_primorial_ui(gbi_int* r, uint64_t n) {
  return set(
      __func__, r, [](word x) { return gbi::primorial(x); }, n);
}
gbi_status gbi_bin_ui(gbi_int* r, const gbi_int* n, uint64_t k) {
  return set(
      __func__, r, [](auto& x, word y) { return binomial(x, y); }, n, k);
}
gbi_status gbi_bin_uiui(gbi_int* r, uint64_t n, uint64_t k) {
  return set(
      __func__, r, [](word x, word y) { return gbi::binomial(x, y); }, n, k);
}
gbi_status gbi_fib_ui(gbi_int* r, uint64_t n) {
  return set(
      __func__, r, [](word x) { return gbi::fibonacci(x); }, n);
}
gbi_status gbi_fib2_ui(gbi_int* r, gbi_int* before, uint64_t n) {
  return set_both(
      __func__, r, before, [](word x) { return gbi::fibonacci_pair(x); }, n);
}
gbi_status gbi_lucnum_ui(gbi_int* r, uint64_t n) {
  return set(
      __func__, r, [](word x) { return gbi::lucas(x); }, n);
}
gbi_status gbi_lucnum2_ui(gbi_int* r, gbi_int* before, uint64_t n) {
  return set_both(
      __func__, r, before, [](word x) { return gbi::lucas_pair(x); }, n);
}
