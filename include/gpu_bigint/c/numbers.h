/// \file
/// Numbers: making, assigning, comparing, and conversion to built-in types.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Makes a number, 0.
gbi_status gbi_init(gbi_int** r);
/// Makes a number with this value.
gbi_status gbi_init_set(gbi_int** r, const gbi_int* a);
gbi_status gbi_init_set_ui(gbi_int** r, uint64_t a);
gbi_status gbi_init_set_si(gbi_int** r, int64_t a);
/// Makes a number from text, as gbi_set_str().
gbi_status gbi_init_set_str(gbi_int** r, const char* text, int base);
/// Destroys a number. Does nothing for NULL.
void gbi_clear(gbi_int* a);

/// r = a. The two share their limbs, so this takes O(1).
gbi_status gbi_set(gbi_int* r, const gbi_int* a);
/// r = a, in the current context.
gbi_status gbi_set_ui(gbi_int* r, uint64_t a);
gbi_status gbi_set_si(gbi_int* r, int64_t a);
/// r = a, rounded towards zero, in the current context. GBI_DOMAIN_ERROR for infinities and NaN.
gbi_status gbi_set_d(gbi_int* r, double a);
/// Swaps two values.
gbi_status gbi_swap(gbi_int* a, gbi_int* b);

/// The value as a word. GBI_OUT_OF_RANGE if it does not fit, where GMP returns the lowest bits.
gbi_status gbi_get_ui(uint64_t* r, const gbi_int* a);
gbi_status gbi_get_si(int64_t* r, const gbi_int* a);
/// The nearest double; infinity beyond the largest one.
gbi_status gbi_get_d(double* r, const gbi_int* a);
/// a = fraction 2^exponent with 0.5 <= |fraction| < 1, or both are 0. The fraction is rounded to nearest.
gbi_status gbi_get_d_2exp(double* fraction, int64_t* exponent, const gbi_int* a);
/// Whether a fits uint64_t or int64_t: 1 or 0.
gbi_status gbi_fits_ui_p(int* r, const gbi_int* a);
gbi_status gbi_fits_si_p(int* r, const gbi_int* a);

/// -1, 0 or 1: a is less than, equal to or greater than b.
gbi_status gbi_cmp(int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_cmp_ui(int* r, const gbi_int* a, uint64_t b);
gbi_status gbi_cmp_si(int* r, const gbi_int* a, int64_t b);
/// The exact order of a and a double. GBI_DOMAIN_ERROR for NaN.
gbi_status gbi_cmp_d(int* r, const gbi_int* a, double b);
/// The order of |a| and |b|.
gbi_status gbi_cmpabs(int* r, const gbi_int* a, const gbi_int* b);
/// The sign: -1, 0 or 1.
gbi_status gbi_sgn(int* r, const gbi_int* a);
/// Whether a is even, or odd: 1 or 0.
gbi_status gbi_even_p(int* r, const gbi_int* a);
gbi_status gbi_odd_p(int* r, const gbi_int* a);
/// The limbs of |a|: words of 64 bits without leading zeros.
gbi_status gbi_size(size_t* limbs, const gbi_int* a);
/// The bits of |a|; 0 for zero, where mpz_sizeinbase() returns 1.
gbi_status gbi_bit_length(size_t* bits, const gbi_int* a);

/// Makes a sequence of random numbers, which the seed determines. Not for cryptography.
gbi_status gbi_randinit(gbi_random** state, uint64_t seed);
/// Destroys a sequence. Does nothing for NULL.
void gbi_randclear(gbi_random* state);
/// r = a random number from 0 to 2^bits - 1, in the current context.
gbi_status gbi_urandomb(gbi_int* r, gbi_random* state, size_t bits);
/// r = a random number from 0 to bound - 1.
gbi_status gbi_urandomm(gbi_int* r, gbi_random* state, const gbi_int* bound);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
