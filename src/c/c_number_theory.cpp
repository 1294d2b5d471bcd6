#include "gpu_bigint/number_theory.hpp"

#include "gpu_bigint/c/number_theory.h"
#include "gpu_bigint/sequences.hpp"
#include "src/c/guard.hpp"

using gbi::c::array;
using gbi::c::call;
using word = uint64_t;

gbi_status gbi_gcd(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return gcd(x, y); });
}
gbi_status gbi_gcd_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, [](auto& x, word y) { return gcd(x, x.in_same_context(y)); });
}
gbi_status gbi_lcm(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return lcm(x, y); });
}
gbi_status gbi_lcm_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, [](auto& x, word y) { return lcm(x, x.in_same_context(y)); });
}
gbi_status gbi_gcdext(gbi_int* g, gbi_int* s, gbi_int* t, const gbi_int* a, const gbi_int* b) {
  return call(__func__, g, a, b).run([&](auto& divisor, auto& x, auto& y) {
    if (g == s || g == t || (s == t && s != nullptr))
      throw std::invalid_argument("one object for two results");
    gbi::bezout found = gcd_ext(x, y);
    divisor = std::move(found.gcd);
    if (s != nullptr) s->value = std::move(found.s);
    if (t != nullptr) t->value = std::move(found.t);
  });
}
gbi_status gbi_invert(gbi_int* r, const gbi_int* a, const gbi_int* n) {
  return call(__func__, a, n).set(r, [](auto& x, auto& y) { return invert(x, y); });
}
gbi_status gbi_jacobi(int* r, const gbi_int* a, const gbi_int* n) {
  return call(__func__, a, n).set(r, [](auto& x, auto& y) { return jacobi(x, y); });
}
gbi_status gbi_kronecker(int* r, const gbi_int* a, const gbi_int* n) {
  return call(__func__, a, n).set(r, [](auto& x, auto& y) { return kronecker(x, y); });
}
gbi_status gbi_crt(gbi_int* r, const gbi_int* const* remainders, const gbi_int* const* moduli, size_t count) {
  return call(__func__, array<const gbi_int* const>{remainders, count},
              array<const gbi_int* const>{moduli, count})
      .set(r, [](const auto& x, const auto& y) { return gbi::crt(x, y); });
}

gbi_status gbi_powm(gbi_int* r, const gbi_int* base, const gbi_int* exponent, const gbi_int* n) {
  return call(__func__, base, exponent, n).set(r, [](auto& x, auto& y, auto& z) { return powm(x, y, z); });
}
gbi_status gbi_powm_ui(gbi_int* r, const gbi_int* base, uint64_t exponent, const gbi_int* n) {
  return call(__func__, base, exponent, n).set(r, [](auto& x, word y, auto& z) {
    return powm(x, x.in_same_context(y), z);
  });
}

gbi_status gbi_probab_prime_p(int* r, const gbi_int* n, int rounds) {
  return call(__func__, n, rounds).set(r, [](auto& x, int y) {
    return !is_probable_prime(x, y) ? 0 : x.bit_length() > 64 ? 1 : 2;
  });
}
gbi_status gbi_nextprime(gbi_int* r, const gbi_int* n) {
  return call(__func__, n).set(r, [](auto& x) { return next_prime(x); });
}
gbi_status gbi_prevprime(gbi_int* r, const gbi_int* n) {
  return call(__func__, n).set(r, [](auto& x) { return prev_prime(x); });
}
gbi_status gbi_remove(gbi_int* rest, uint64_t* times, const gbi_int* a, const gbi_int* factor) {
  return call(__func__, a, factor).set_both(rest, times, [](auto& x, auto& y) { return remove(x, y); });
}

gbi_status gbi_fac_ui(gbi_int* r, uint64_t n) {
  return call(__func__, n).set(r, [](word x) { return gbi::factorial(x); });
}
gbi_status gbi_2fac_ui(gbi_int* r, uint64_t n) {
  return call(__func__, n).set(r, [](word x) { return gbi::double_factorial(x); });
}
gbi_status gbi_mfac_uiui(gbi_int* r, uint64_t n, uint64_t step) {
  return call(__func__, n, step).set(r, [](word x, word y) { return gbi::multifactorial(x, y); });
}
gbi_status gbi_primorial_ui(gbi_int* r, uint64_t n) {
  return call(__func__, n).set(r, [](word x) { return gbi::primorial(x); });
}
gbi_status gbi_bin_ui(gbi_int* r, const gbi_int* n, uint64_t k) {
  return call(__func__, n, k).set(r, [](auto& x, word y) { return binomial(x, y); });
}
gbi_status gbi_bin_uiui(gbi_int* r, uint64_t n, uint64_t k) {
  return call(__func__, n, k).set(r, [](word x, word y) { return gbi::binomial(x, y); });
}
gbi_status gbi_fib_ui(gbi_int* r, uint64_t n) {
  return call(__func__, n).set(r, [](word x) { return gbi::fibonacci(x); });
}
gbi_status gbi_fib2_ui(gbi_int* r, gbi_int* before, uint64_t n) {
  return call(__func__, n).set_both(r, before, [](word x) { return gbi::fibonacci_pair(x); });
}
gbi_status gbi_lucnum_ui(gbi_int* r, uint64_t n) {
  return call(__func__, n).set(r, [](word x) { return gbi::lucas(x); });
}
gbi_status gbi_lucnum2_ui(gbi_int* r, gbi_int* before, uint64_t n) {
  return call(__func__, n).set_both(r, before, [](word x) { return gbi::lucas_pair(x); });
}
