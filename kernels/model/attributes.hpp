/// \file
/// The only macros of the kernels. They determine how a function is compiled for each target.
#pragma once

// The bounds of transforms assume IEEE arithmetic, and the monitor of rounding errors looks for values that
// are not finite (docs/rounding.md). nvcc does not define such macros, so cmake/cuda.cmake checks its
// options.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "gpu_bigint needs IEEE arithmetic: build it without -ffast-math and its parts"
#endif

#if defined(__CUDACC__)
/// Code that runs inside a kernel.
#define GBI_DEVICE __device__ __forceinline__
/// Pure helpers shared by kernels and host code.
#define GBI_BOTH __host__ __device__ __forceinline__
/// As above, but with a single copy on the host, where several inlined copies would take long to compile.
#define GBI_LARGE __device__ __forceinline__
#elif defined(__SANITIZE_ADDRESS__) || defined(GBI_COMPILE_FAST)
// Fully inlined transforms take long to compile, and minutes if they are instrumented. Speed does not matter
// here.
#define GBI_DEVICE inline
#define GBI_BOTH inline
#define GBI_LARGE [[gnu::noinline]] inline
#define GBI_WHOLE [[gnu::noinline]]
#else
#if defined(GBI_INLINE_EACH)
// Rows, whose threads are not vector elements, are faster if each function is inlined before the next one.
#define GBI_DEVICE [[gnu::always_inline]] inline
#else
// GBI_WHOLE inlines everything at once where a kernel begins.
#define GBI_DEVICE inline
#endif
#define GBI_BOTH [[gnu::always_inline]] inline
#define GBI_LARGE [[gnu::noinline, gnu::flatten]] inline
/// A function with everything that it calls inlined. g++ vectorises a phase only if its whole body is.
#define GBI_WHOLE [[gnu::noinline, gnu::flatten]]
#endif
