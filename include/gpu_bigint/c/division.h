/// \file
/// Quotients and remainders. As in GMP, the letter before `div` is the rounding of the quotient: t towards
/// zero, f towards minus infinity, c towards plus infinity. The remainder is a - quotient b. Division by zero
/// is a GBI_DOMAIN_ERROR.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The quotient and the remainder of a divided by b.
gbi_status gbi_tdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b);
gbi_status gbi_fdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b);
gbi_status gbi_cdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b);
/// r = the quotient.
gbi_status gbi_tdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_fdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_cdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_tdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b);
gbi_status gbi_fdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b);
gbi_status gbi_cdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b);
/// r = the remainder.
gbi_status gbi_tdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_fdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b);
gbi_status gbi_cdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b);
/// The magnitude of the remainder.
gbi_status gbi_tdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b);
gbi_status gbi_fdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b);
gbi_status gbi_cdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b);
/// r = the quotient of a divided by 2^bits.
gbi_status gbi_tdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits);
gbi_status gbi_fdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits);
gbi_status gbi_cdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits);
/// r = the remainder of a divided by 2^bits.
gbi_status gbi_tdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits);
gbi_status gbi_fdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits);
gbi_status gbi_cdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits);

/// r = a mod b, with 0 <= r < |b|.
gbi_status gbi_mod(gbi_int* r, const gbi_int* a, const gbi_int* b);
/// r = a / b for an a that is a multiple of b.
gbi_status gbi_divexact(gbi_int* r, const gbi_int* a, const gbi_int* b);
/// Whether a is a multiple of b: 1 or 0. Only 0 is a multiple of 0.
gbi_status gbi_divisible_p(int* r, const gbi_int* a, const gbi_int* b);
/// Whether a - b is a multiple of n: 1 or 0.
gbi_status gbi_congruent_p(int* r, const gbi_int* a, const gbi_int* b, const gbi_int* n);
/// results[i] = a mod moduli[i], with 0 <= result < |modulus|, for all i below count.
gbi_status gbi_mod_each(gbi_int* const* results, const gbi_int* a, const gbi_int* const* moduli,
                        size_t count);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
