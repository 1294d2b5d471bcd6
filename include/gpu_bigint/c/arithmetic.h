/// \file
/// Sums, products, shifts, powers, roots and bits. A result may be one of the operands. Words join the
/// context of the number.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// r = a + b.
gbi_status gbi_add(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_add_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// r = a - b.
gbi_status gbi_sub(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_sub_ui(gbi_int* r, const gbi_int* a, uint64_t b);
gbi_status gbi_ui_sub(gbi_int* r, uint64_t a, const gbi_int* b);
/// r = a b. If both are the same object, a square, which is cheaper.
gbi_status gbi_mul(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_mul_ui(gbi_int* r, const gbi_int* a, uint64_t b);
gbi_status gbi_mul_si(gbi_int* r, const gbi_int* a, int64_t b);
/// r = r + a b.
gbi_status gbi_addmul(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_addmul_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// r = r - a b.
gbi_status gbi_submul(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_submul_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// r = a 2^bits.
gbi_status gbi_mul_2exp(gbi_int* r, const gbi_int* a, size_t bits);
/// r = -a.
gbi_status gbi_neg(gbi_int* r, const gbi_int* a);
/// r = |a|.
gbi_status gbi_abs(gbi_int* r, const gbi_int* a);
/// r = the product of all factors, 1 if there are none.
gbi_status gbi_product(gbi_int* r, const gbi_int* const* factors, size_t count);

/// r = a^exponent; 0^0 = 1.
gbi_status gbi_pow_ui(gbi_int* r, const gbi_int* a, uint64_t exponent);
gbi_status gbi_ui_pow_ui(gbi_int* r, uint64_t a, uint64_t exponent);
/// r = the square root of a, rounded towards zero. GBI_DOMAIN_ERROR if a is negative.
gbi_status gbi_sqrt(gbi_int* r, const gbi_int* a);
/// The square root, and rest = a - root^2.
gbi_status gbi_sqrtrem(gbi_int* root, gbi_int* rest, const gbi_int* a);
/// r = the root of degree k, rounded towards zero. GBI_DOMAIN_ERROR if k is 0, or if a is negative and k
/// even.
gbi_status gbi_root(gbi_int* r, const gbi_int* a, uint64_t k);
/// The root of degree k, and rest = a - root^k.
gbi_status gbi_rootrem(gbi_int* root, gbi_int* rest, const gbi_int* a, uint64_t k);
/// Whether a is the square of an integer: 1 or 0.
gbi_status gbi_perfect_square_p(int* r, const gbi_int* a);
/// Whether a = b^k for an integer b and some k > 1: 1 or 0.
gbi_status gbi_perfect_power_p(int* r, const gbi_int* a);

/// r = a and b, a or b, a or b but not both, bit by bit. Negative numbers have infinitely many leading ones.
gbi_status gbi_and(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_ior(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_xor(gbi_int* r, const gbi_int* a, const gbi_int* b);
/// r = -a - 1, all bits flipped.
gbi_status gbi_com(gbi_int* r, const gbi_int* a);
/// Sets, clears or flips a bit of r.
gbi_status gbi_setbit(gbi_int* r, size_t index);
gbi_status gbi_clrbit(gbi_int* r, size_t index);
gbi_status gbi_combit(gbi_int* r, size_t index);
/// A bit of a: 1 or 0.
gbi_status gbi_tstbit(int* r, const gbi_int* a, size_t index);
/// The number of ones in a; SIZE_MAX if a is negative.
gbi_status gbi_popcount(size_t* r, const gbi_int* a);
/// The number of bits in which a and b differ; SIZE_MAX if exactly one of them is negative.
gbi_status gbi_hamdist(size_t* r, const gbi_int* a, const gbi_int* b);
/// The index of the first 0, or 1, at or above bit `start`; SIZE_MAX if there is none.
gbi_status gbi_scan0(size_t* r, const gbi_int* a, size_t start);
gbi_status gbi_scan1(size_t* r, const gbi_int* a, size_t start);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
