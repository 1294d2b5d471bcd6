/// \file
/// Primality tests without trial division.
#pragma once

#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/modular.hpp"

namespace gbi::number_theory {

/// Whether the calling thread runs these tests, because n is in host words and short enough.
bool is_in_words(const gpu_bigint& n);

/// A random word, for choosing bases.
std::uint64_t random_word();

/// Whether n passes the Miller-Rabin test to a base, 2 <= base < n. n odd.
bool is_strong_probable_prime(const modulus& n, const gpu_bigint& base);

/// Whether n passes the strong Lucas test with Selfridge's parameters. n odd, not a square, above 2^64.
bool is_strong_lucas_probable_prime(const modulus& n);

/// The Miller-Rabin test to base 2. n odd, above 2^64.
bool passes_strong_test(const gpu_bigint& n);

/// Whether the strong test of |n| is a chain of products of numbers, which runs beside those of other
/// numbers.
bool takes_products(const gpu_bigint& n);

/// Which numbers pass the Miller-Rabin test to base 2. Numbers of similar lengths are tested side by side.
/// All odd and above 2^64, and takes_products(). Waits.
std::vector<bool> pass_strong_tests(std::span<const gpu_bigint> n);

/// The Lucas test and Miller-Rabin tests to random bases, as is_probable_prime specifies. n odd, above 2^64,
/// without small factors.
bool passes_other_tests(const gpu_bigint& n, int rounds);

}  // namespace gbi::number_theory
