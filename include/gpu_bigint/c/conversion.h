/// \file
/// Numbers as text, bytes and limbs. Text and bytes that a function allocates are freed by gbi_free().
///
/// Functions that fill an array of the caller take its length as `capacity` and write the number of elements
/// to `count`. If the array is NULL, they only write the count. If it is too short, they fill nothing and
/// return GBI_LENGTH_ERROR.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// r = the number in a text: an optional sign, a prefix, digits, and nothing else. Bases are 2 to 62, or 0 to
/// take the base from the prefix: 0x, 0b, or none for 10. White space is an error, unlike in GMP.
gbi_status gbi_set_str(gbi_int* r, const char* text, int base);
/// As above, for a text of `length` characters that need not end with '\0'. GBI_LENGTH_ERROR if the number
/// has more than `max_bits` bits, before it is computed; SIZE_MAX: no limit.
gbi_status gbi_set_text(gbi_int* r, const char* text, size_t length, int base, size_t max_bits);
/// The digits of a, with a minus sign if it is negative, in a base from 2 to 62.
gbi_status gbi_get_str(char** text, int base, const gbi_int* a);

/// r = the number in `count` words of `size` bytes, as mpz_import(): `order` is 1 if the most significant
/// word comes first, else -1; `endian` is 1 if the most significant byte of a word comes first, -1 if the
/// least, 0 for the processor's own order. The `nails` highest bits of each word are skipped. If that leaves
/// none, it is a GBI_INVALID_ARGUMENT, where GMP's result is 0.
gbi_status gbi_import(gbi_int* r, size_t count, int order, size_t size, int endian, size_t nails,
                      const void* words);
/// Fills an array with |a|, without leading words of 0, as mpz_export(). `capacity` and `count` are in words.
gbi_status gbi_export(void* words, size_t capacity, size_t* count, int order, size_t size, int endian,
                      size_t nails, const gbi_int* a);

/// r = the number with these limbs, least significant first, in the current context. It is negative if
/// `negative` is not 0.
gbi_status gbi_set_limbs(gbi_int* r, const uint64_t* limbs, size_t count, int negative);
/// Fills an array with the limbs of |a|, least significant first, without leading zeros.
gbi_status gbi_get_limbs(uint64_t* limbs, size_t capacity, size_t* count, const gbi_int* a);
/// r = the number with these limbs in the memory of a context's device (on the host, of the process). The
/// copy is queued on the context's stream.
gbi_status gbi_set_device_limbs(gbi_int* r, const gbi_context* context, const uint64_t* limbs, size_t count,
                                int negative);

/// Makes a view of the limbs of |a|, least significant first, in the memory of its context. Work queued on
/// the context's stream before completes them (gpu_bigint/view.hpp).
gbi_status gbi_view_init(gbi_view** view, const gbi_int* a);
/// Makes a view of a batch of n elements: limb j of element i is at index j n + i.
gbi_status gbi_view_init_batch(gbi_view** view, const gbi_batch* a);
/// The first limb. The memory lives as long as the view and must not be written.
gbi_status gbi_view_data(const uint64_t** limbs, const gbi_view* view);
/// Destroys a view. Does nothing for NULL.
void gbi_view_clear(gbi_view* view);

/// The number in the library's own format, which has a checksum (gpu_bigint/serialize.hpp). Free *bytes.
gbi_status gbi_serialize(void** bytes, size_t* count, const gbi_int* a);
/// r = the number that gbi_serialize() wrote to exactly these bytes. GBI_DATA_ERROR for other bytes,
/// GBI_LENGTH_ERROR for a number of more than `max_bits` bits; SIZE_MAX: no limit.
gbi_status gbi_deserialize(gbi_int* r, const void* bytes, size_t count, size_t max_bits);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
