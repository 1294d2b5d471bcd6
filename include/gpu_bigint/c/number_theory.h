/// \file
/// Divisors, powers modulo a number, primes and sequences. Sequences are made in the current context.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// r = the greatest common divisor, not negative.
gbi_status gbi_gcd(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_gcd_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// r = the least common multiple, not negative.
gbi_status gbi_lcm(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_lcm_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// The greatest common divisor g = s a + t b, with the smallest cofactors. s or t may be NULL if it is not
/// needed.
gbi_status gbi_gcdext(gbi_int* g, gbi_int* s, gbi_int* t, const gbi_int* a, const gbi_int* b);
/// r = the inverse of a modulo n, with 0 <= r < |n|. GBI_DOMAIN_ERROR if there is none.
gbi_status gbi_invert(gbi_int* r, const gbi_int* a, const gbi_int* n);
/// The Jacobi symbol (a / n). GBI_DOMAIN_ERROR if n is even or not positive.
gbi_status gbi_jacobi(int* r, const gbi_int* a, const gbi_int* n);
/// The Kronecker symbol (a / n), for any n.
gbi_status gbi_kronecker(int* r, const gbi_int* a, const gbi_int* n);
/// r = the number from 0 to the product of the moduli minus 1 that has these remainders. GBI_DOMAIN_ERROR if
/// two moduli have a common factor.
gbi_status gbi_crt(gbi_int* r, const gbi_int* const* remainders, const gbi_int* const* moduli, size_t count);

/// r = base^exponent mod n, with 0 <= r < |n|. GBI_DOMAIN_ERROR if n is 0, or if the exponent is negative and
/// the base has no inverse.
gbi_status gbi_powm(gbi_int* r, const gbi_int* base, const gbi_int* exponent, const gbi_int* n);
gbi_status gbi_powm_ui(gbi_int* r, const gbi_int* base, uint64_t exponent, const gbi_int* n);

/// Whether |n| is a probable prime: 2 if that is proven, 1 if it is probable, 0 if |n| is composite. `rounds`
/// as for mpz_probab_prime_p(); above 2^64, the Baillie-PSW test and rounds - 24 Miller-Rabin rounds.
gbi_status gbi_probab_prime_p(int* r, const gbi_int* n, int rounds);
/// r = the smallest probable prime above n.
gbi_status gbi_nextprime(gbi_int* r, const gbi_int* n);
/// r = the largest probable prime below n. GBI_DOMAIN_ERROR if n is at most 2.
gbi_status gbi_prevprime(gbi_int* r, const gbi_int* n);
/// rest = a, divided by the factor as often as the remainder is 0: `times` times.
gbi_status gbi_remove(gbi_int* rest, uint64_t* times, const gbi_int* a, const gbi_int* factor);

/// r = n!.
gbi_status gbi_fac_ui(gbi_int* r, uint64_t n);
/// r = n (n - 2) (n - 4) ...
gbi_status gbi_2fac_ui(gbi_int* r, uint64_t n);
/// r = n (n - step) (n - 2 step) ...
gbi_status gbi_mfac_uiui(gbi_int* r, uint64_t n, uint64_t step);
/// r = the product of all primes up to n.
gbi_status gbi_primorial_ui(gbi_int* r, uint64_t n);
/// r = the binomial coefficient of n over k.
gbi_status gbi_bin_ui(gbi_int* r, const gbi_int* n, uint64_t k);
gbi_status gbi_bin_uiui(gbi_int* r, uint64_t n, uint64_t k);
/// r = the Fibonacci number F(n).
gbi_status gbi_fib_ui(gbi_int* r, uint64_t n);
/// F(n), and `before` = F(n - 1).
gbi_status gbi_fib2_ui(gbi_int* r, gbi_int* before, uint64_t n);
/// r = the Lucas number L(n).
gbi_status gbi_lucnum_ui(gbi_int* r, uint64_t n);
/// L(n), and `before` = L(n - 1).
gbi_status gbi_lucnum2_ui(gbi_int* r, gbi_int* before, uint64_t n);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
