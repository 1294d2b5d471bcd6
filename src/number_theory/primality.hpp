/// \file
/// Tests for primality without trial division.
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/modular.hpp"

namespace gbi::number_theory {

/// Whether the calling thread makes these tests, of a number in host words.
bool is_in_words(const gpu_bigint& n);

/// For the choice of bases.
std::uint64_t random_word();

/// Whether n passes Miller and Rabin's test to a base, 2 <= base < n. n odd.
bool is_strong_probable_prime(const modulus& n, const gpu_bigint& base);

/// Whether n passes the strong Lucas test with Selfridge's parameters. n odd, no square, above 2^64.
bool is_strong_lucas_probable_prime(const modulus& n);

/// The first of them to base 2. n odd, above 2^64.
bool passes_strong_test(const gpu_bigint& n);

/// The Lucas test and random bases, as is_probable_prime says. n odd, above 2^64, without small factors.
bool passes_other_tests(const gpu_bigint& n, int rounds);

}  // namespace gbi::number_theory
