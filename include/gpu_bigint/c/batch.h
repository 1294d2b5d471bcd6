/// \file
/// Batches: many unsigned integers of one width, 64 to 65536 bits. Operands have the same number of elements,
/// or GBI_INVALID_ARGUMENT is returned. gpu_bigint/bigint_batch.hpp explains widths and undefined elements.
///
/// Functions that fill an array of the caller work as those of gpu_bigint/c/conversion.h.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Makes a batch without elements, for results.
gbi_status gbi_batch_init(gbi_batch** r);
/// Destroys a batch. Does nothing for NULL.
void gbi_batch_clear(gbi_batch* a);

/// r = these numbers, each with `bits` bits, in the current context. GBI_DOMAIN_ERROR for a negative number,
/// GBI_LENGTH_ERROR for a longer one.
gbi_status gbi_batch_set_numbers(gbi_batch* r, const gbi_int* const* values, size_t count, size_t bits);
/// r = `count` elements from limbs: one element after the other, (bits + 63) / 64 limbs each, least
/// significant first.
gbi_status gbi_batch_set_limbs(gbi_batch* r, const uint64_t* limbs, size_t count, size_t bits);
/// r = `count` elements from limbs in the memory of a context's device, in the layout of
/// gbi_batch_set_limbs(). The copy is queued on the context's stream.
gbi_status gbi_batch_set_device_limbs(gbi_batch* r, const gbi_context* context, const uint64_t* limbs,
                                      size_t count, size_t bits);
/// r = `count` elements that all equal one number.
gbi_status gbi_batch_fill(gbi_batch* r, size_t count, const gbi_int* value, size_t bits);
/// r = a. The two share their limbs.
gbi_status gbi_batch_set(gbi_batch* r, const gbi_batch* a);
/// r = the elements of a with another width. Bits that do not fit are cut off.
gbi_status gbi_batch_resize(gbi_batch* r, const gbi_batch* a, size_t bits);

/// The number of elements.
gbi_status gbi_batch_size(size_t* count, const gbi_batch* a);
/// The bits of each element.
gbi_status gbi_batch_bits(size_t* bits, const gbi_batch* a);
/// A handle to the context of a batch.
gbi_status gbi_batch_get_context(gbi_context** context, const gbi_batch* a);
/// r = an element. GBI_OUT_OF_RANGE if there is none of this index.
gbi_status gbi_batch_get(gbi_int* r, const gbi_batch* a, size_t index);
/// Fills an array with the limbs of all elements, in the layout of gbi_batch_set_limbs().
gbi_status gbi_batch_get_limbs(uint64_t* limbs, size_t capacity, size_t* count, const gbi_batch* a);
/// Fills an array with the indices of the elements that the operation left undefined, in ascending order.
gbi_status gbi_batch_undefined(size_t* indices, size_t capacity, size_t* count, const gbi_batch* a);

/// r = a + b modulo 2^w, where w is the width of a.
gbi_status gbi_batch_add(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = a - b modulo 2^w, where w is the width of a.
gbi_status gbi_batch_sub(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = a b, as wide as both together.
gbi_status gbi_batch_mul(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = a b modulo 2^w, where w is the width of a.
gbi_status gbi_batch_mul_low(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = floor(a b / 2^w), where w is the width of a, a multiple of 64. r is as wide as b.
gbi_status gbi_batch_mul_high(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = a 2^bits modulo 2^w, where w is the width of a.
gbi_status gbi_batch_mul_2exp(gbi_batch* r, const gbi_batch* a, size_t bits);
/// r = floor(a / 2^bits).
gbi_status gbi_batch_div_2exp(gbi_batch* r, const gbi_batch* a, size_t bits);
/// The quotients, as wide as a, and the remainders, as wide as b. Where b is 0, both are undefined.
gbi_status gbi_batch_div_qr(gbi_batch* quotient, gbi_batch* remainder, const gbi_batch* a,
                            const gbi_batch* b);
/// r = the greatest common divisors, as wide as the wider operand.
gbi_status gbi_batch_gcd(gbi_batch* r, const gbi_batch* a, const gbi_batch* b);
/// r = the greatest common divisor of each element and the product of all others.
gbi_status gbi_batch_gcd_with_others(gbi_batch* r, const gbi_batch* a);
/// r = the inverses of a modulo n, as wide as n. Elements without an inverse are undefined.
gbi_status gbi_batch_invert(gbi_batch* r, const gbi_batch* a, const gbi_batch* n);
/// Fills an array with -1, 0 or 1 for each element: a is less than, equal to or greater than b.
gbi_status gbi_batch_cmp(signed char* orders, size_t capacity, size_t* count, const gbi_batch* a,
                         const gbi_batch* b);

/// Makes moduli from a batch, one for each element. Results modulo an even one are undefined.
gbi_status gbi_moduli_init(gbi_moduli** n, const gbi_batch* moduli);
/// Makes one modulus for all elements. GBI_DOMAIN_ERROR if it is even or negative.
gbi_status gbi_moduli_init_one(gbi_moduli** n, const gbi_int* modulus);
/// Destroys moduli. Does nothing for NULL.
void gbi_moduli_clear(gbi_moduli* n);
/// r = a b mod n, as wide as n. a and b are not wider than n.
gbi_status gbi_batch_mulm(gbi_batch* r, const gbi_batch* a, const gbi_batch* b, const gbi_moduli* n);
/// r = base^exponent mod n, as wide as n, with one exponent for each element. base is not wider than n.
gbi_status gbi_batch_powm(gbi_batch* r, const gbi_batch* base, const gbi_batch* exponent,
                          const gbi_moduli* n);
/// r = base^exponent mod n, with one exponent for all elements.
gbi_status gbi_batch_powm_one(gbi_batch* r, const gbi_batch* base, const gbi_int* exponent,
                              const gbi_moduli* n);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
