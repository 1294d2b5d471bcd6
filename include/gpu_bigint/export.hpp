/// \file
/// Marks what the library exports. Everything else is hidden in a shared library.
#pragma once

// Every public header includes this one first, so that an older standard gives only this error. The second
// #include ends the compilation: compilers stop at a header that does not exist.
#if __cplusplus < 202002L
#error gpu_bigint needs C++20: compile with -std=c++20, or target_compile_features(your_target PRIVATE cxx_std_20)
#include <cplusplus_20>
#endif

/// Before a declaration, or between `class` and a name.
#define GBI_API __attribute__((visibility("default")))
