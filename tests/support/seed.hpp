/// \file
/// Seeds of the tests.
#pragma once

#include <cstdint>

namespace gbi::test {

/// The environment variable GPU_BIGINT_TEST_SEED, or a fresh random number. It is printed when the tests
/// start.
std::uint64_t run_seed();
/// Sets the seed, in a program of several processes that need the same one. Must be called before the tests
/// start.
void set_run_seed(std::uint64_t seed);

/// run_seed() combined with the name of the running test.
std::uint64_t test_seed();

}  // namespace gbi::test
