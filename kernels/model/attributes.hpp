/// \file
/// The only macros of the kernels: how a function is compiled for the target at hand.
#pragma once

#if defined(__CUDACC__)
/// Code that runs inside a kernel.
#define GBI_DEVICE __device__ __forceinline__
/// Pure helpers that kernels and the host-side code share.
#define GBI_BOTH __host__ __device__ __forceinline__
/// The same where several calls would be as many copies that take the host's compiler long: one copy there.
#define GBI_LARGE __device__ __forceinline__
/// Behind the parameters of a lambda inside a kernel: g++ vectorises a phase only when its whole body is
/// inline.
#define GBI_INLINE
#elif defined(__SANITIZE_ADDRESS__)
// Inlined whole and instrumented, a transform takes the compiler many minutes; speed is not what is asked for
// here.
#define GBI_DEVICE inline
#define GBI_BOTH inline
#define GBI_LARGE [[gnu::noinline]] inline
#define GBI_INLINE
#define GBI_WHOLE [[gnu::noinline]]
#else
#define GBI_DEVICE [[gnu::always_inline]] inline
#define GBI_BOTH [[gnu::always_inline]] inline
#define GBI_LARGE [[gnu::noinline, gnu::flatten]] inline
#define GBI_INLINE __attribute__((always_inline))
/// A function into which everything that it calls is inlined.
#define GBI_WHOLE [[gnu::noinline, gnu::flatten]]
#endif
