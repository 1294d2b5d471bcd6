/// \file
/// The objects of the C interface, and what its functions return.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// A signed integer of any size, as gbi::gpu_bigint.
typedef struct gbi_int gbi_int;
/// Many unsigned integers of one width, as gbi::bigint_batch.
typedef struct gbi_batch gbi_batch;
/// Odd moduli with the constants for products and powers of batches, as gbi::odd_moduli.
typedef struct gbi_moduli gbi_moduli;
/// A handle to an executor with its stream and memory, as gbi::context.
typedef struct gbi_context gbi_context;
/// A sequence of random numbers, as gbi::random_engine.
typedef struct gbi_random gbi_random;
/// Limbs in the memory of a context, as gbi::limb_view and gbi::batch_view.
typedef struct gbi_view gbi_view;

/// What a function returns. New values may be added at the end.
typedef enum gbi_status {
  GBI_OK = 0,                ///< the results are set
  GBI_INVALID_ARGUMENT = 1,  ///< a null pointer, text that is not a number, a base out of range, contexts or
                             ///< sizes that do not match, one object for two results
  GBI_DOMAIN_ERROR = 2,      ///< a value outside the domain: division by zero, a root of a negative number
  GBI_LENGTH_ERROR = 3,      ///< a result too long for the longest product or for the caller's memory; input
                             ///< longer than its limit
  GBI_OUT_OF_RANGE = 4,      ///< a number that does not fit a word; an index that is too large
  GBI_OUT_OF_MEMORY = 5,     ///< operands, results and workspace do not fit in memory
  GBI_DEVICE_ERROR = 6,      ///< the device or its driver failed or does not exist, or the value depends on a
                             ///< result that is known to be wrong
  GBI_DATA_ERROR = 7,        ///< serialized data is truncated, corrupted or in another format
  GBI_OTHER_ERROR = 8        ///< any other exception
} gbi_status;

/// The message of the last call in this thread that failed: the name of the function, then the reason. Empty
/// if no call failed. The text is valid until the next call in this thread that fails.
const char* gbi_last_error(void);
/// The name of a status, as in "GBI_DOMAIN_ERROR". The text is never freed.
const char* gbi_status_name(int status);
/// The version of the library, as in "0.1.0". The text is never freed.
const char* gbi_version(void);
/// Frees text or bytes that a function has allocated. Does nothing for NULL.
void gbi_free(void* memory);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
