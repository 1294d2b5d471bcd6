/// \file
/// Contexts: where numbers live and operations run. gpu_bigint/context.hpp explains each setting.
#pragma once

#include "gpu_bigint/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// What executes the kernels.
typedef enum gbi_backend {
  GBI_CUDA = 0,  ///< an NVIDIA GPU
  GBI_HOST = 1   ///< the processor's cores
} gbi_backend;

/// How results are verified. Each value includes the checks of those before it.
typedef enum gbi_verification {
  GBI_VERIFY_OFF = 0,      ///< nothing is verified
  GBI_VERIFY_MONITOR = 1,  ///< the distance of coefficients from integers
  GBI_VERIFY_RESIDUE = 2,  ///< long products modulo a random prime; the default
  GBI_VERIFY_ALL = 3       ///< every operation on the device
} gbi_verification;

/// Why there can be no context of this gbi_backend. *reason is an empty text if there can be one. Free it
/// with gbi_free(). `device` is the ordinal of a CUDA device, 0 for the host.
gbi_status gbi_why_unavailable(char** reason, int backend, int device);

/// Makes a context of this gbi_backend. `stream` is a cudaStream_t that outlives the context and everything
/// in it; NULL: the context makes its own. `memory_limit` is the most bytes that the context may hold; 0: the
/// machine's limit.
gbi_status gbi_context_init(gbi_context** context, int backend, int device, void* stream,
                            size_t memory_limit);
/// A handle to the calling thread's current context: the one pushed last, else the default context.
gbi_status gbi_context_current(gbi_context** context);
/// Gives up the handle. Numbers keep the executor alive. Does nothing for NULL.
void gbi_context_clear(gbi_context* context);

/// Makes the context the calling thread's current one, in which numbers are made, until gbi_context_pop().
gbi_status gbi_context_push(const gbi_context* context);
/// Ends the last gbi_context_push() of this thread. GBI_INVALID_ARGUMENT if there is none.
gbi_status gbi_context_pop(void);

/// The gbi_backend of the context.
gbi_status gbi_context_backend(int* backend, const gbi_context* context);
/// The ordinal of the CUDA device; 0 for the host.
gbi_status gbi_context_device(int* device, const gbi_context* context);
/// The name of the device. Free it with gbi_free().
gbi_status gbi_context_device_name(char** name, const gbi_context* context);
/// The limits by which the context chooses algorithms, one per line. Free the text with gbi_free().
gbi_status gbi_context_tuning(char** tuning, const gbi_context* context);

/// Sets how results that are computed or queued from now on are verified: a gbi_verification.
gbi_status gbi_context_set_verification(gbi_context* context, int verification);
/// The current gbi_verification.
gbi_status gbi_context_verification(int* verification, const gbi_context* context);
/// How many checked results were wrong at first and were computed again.
gbi_status gbi_context_repairs(uint64_t* repairs, const gbi_context* context);

/// Waits until everything queued so far is done.
gbi_status gbi_context_synchronize(const gbi_context* context);
/// The cudaStream_t on which operations are queued; NULL on the host.
gbi_status gbi_context_stream(void** stream, const gbi_context* context);
/// Work queued from now on `stream`, a cudaStream_t, starts after all work queued on the context so far. Does
/// nothing on the host.
gbi_status gbi_context_precede(const gbi_context* context, void* stream);
/// Work queued from now on the context starts after all work queued on `stream` so far. Does nothing on the
/// host.
gbi_status gbi_context_follow(const gbi_context* context, void* stream);

/// The bytes held by numbers and operations, the bytes kept for reuse, and the limit on both; 0: none.
gbi_status gbi_context_memory(size_t* in_use, size_t* kept, size_t* limit, const gbi_context* context);
/// Drops cached data and returns the memory that is kept for reuse.
gbi_status gbi_context_trim(const gbi_context* context);

/// A handle to the context of a number.
gbi_status gbi_get_context(gbi_context** context, const gbi_int* a);
/// r = a, in another context.
gbi_status gbi_set_in(gbi_int* r, const gbi_int* a, const gbi_context* context);

#pragma GCC visibility pop
#ifdef __cplusplus
}  // extern "C"
#endif
