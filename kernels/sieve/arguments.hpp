/// \file
/// Arguments of the kernels that find primes and choose among them. Only odd numbers are represented: number
/// i is 2 i + 1. Bit b of word w stands for number 64 w + b.
#pragma once

#include "kernels/word/factorial_quotient.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// Finds the odd primes up to 2 numbers.
struct sieve_arguments {
  static constexpr std::uint32_t longest_run = 32;  ///< words

  const std::uint32_t* sieving;  ///< ascending odd primes up to the root of the last number
  std::uint32_t sieving_count;
  std::uint32_t run;      ///< words of a thread, at most longest_run
  std::uint64_t numbers;  ///< numbers 0 to numbers - 1, at most 2^31
  limb* primes;           ///< ceil(numbers / 64) words; bits are set for primes
};

/// Chooses the primes above `least` whose exponent in the quotient has a certain bit.
struct select_primes_arguments {
  const limb* primes;
  std::uint64_t words, least;
  factorial_quotient quotient;
  int bit;
  limb* selected;         ///< words; bits are set for the chosen primes
  std::uint32_t* counts;  ///< the number of chosen primes in each word
};

/// Writes the chosen primes contiguously.
struct collect_primes_arguments {
  const limb* selected;
  std::uint64_t words;
  const std::uint32_t* ends;  ///< the number of chosen primes up to and including each word
  std::uint32_t* primes;
};

/// products[i] = factors[2 i] factors[2 i + 1], without the latter factor if there is none.
struct pair_products_arguments {
  const std::uint32_t* factors;
  std::uint64_t count;  ///< of factors
  limb* products;       ///< ceil(count / 2) words
};

}  // namespace gbi::kernels
