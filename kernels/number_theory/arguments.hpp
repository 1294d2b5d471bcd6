/// \file
/// Arguments of the kernels that find primes, and of those at the bottom of product trees.
#pragma once

#include "kernels/model/launches.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/factorial_quotient.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/polynomial.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

// A sieve represents odd numbers only: number i is 2 i + 1. Bit b of word w stands for number 64 w + b.

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

/// Leaf i is the product of words [i count / leaves, (i + 1) count / leaves), or 1 if there are none.
struct word_leaves_arguments {
  const limb* words;
  std::uint64_t count;
  limb* limbs;                   ///< leaf i is limbs[i * limbs_per_leaf ...)
  std::uint32_t limbs_per_leaf;  ///< at least 1, and at least the number of words of any leaf
  std::uint32_t leaves;
  std::uint64_t* bits;  ///< the bit length of each leaf
};

inline constexpr int most_terms_of_leaf = 32,
                     most_leaf_limbs = (most_terms_of_leaf + 1) * polynomial_words + 1;

/// Leaf i has the terms of pairs [i pairs / leaves, (i + 1) pairs / leaves), where pair 0 starts with the
/// term `first`. The very last pair may have only one term.
struct series_leaves_arguments {
  word_polynomial ratio, share, weight;  ///< p, q and a of gbi::rational_series
  std::uint64_t first, terms;            ///< terms > 0
  std::uint32_t leaves;                  ///< with at least one pair and at most most_terms_of_leaf terms
  bool alternates;                       ///< p(k) is negative
  limb_target p, q, t;  ///< rows of leaves, of at most most_leaf_limbs limbs, with room for every value
  std::uint32_t idle;   ///< limbs below every Q that are zero; rows do not have them
  limb* wrong;  ///< becomes 1 if a sign is not as gbi::sum_of requires, or if the sum of a leaf changes its
                ///< sign
};

/// Copies numbers from anywhere into rows of equal length.
struct gather_arguments {
  const limb_span* numbers;  ///< in device memory, one for each row; strides are not used
  limb_target rows;          ///< zeros follow a shorter number; limbs beyond the row are dropped
  std::uint32_t count;
};

/// The sign of a product.
struct sign_arguments {
  const limb* const* signs;  ///< in device memory: the addresses of the factors' sign words
  std::uint32_t count;
  limb* result;
};

/// Odd primes below 2^16, in runs of run_primes. Every group of group_primes comes with a multiple of its
/// product, whose top bit is set.
struct small_primes {
  static constexpr std::uint32_t group_primes = 4, run_primes = 16;

  struct prime {
    limb reciprocal;  ///< floor((2^64 - 1) / value)
    std::uint32_t value;
  };
  const normalized_divisor* products;  ///< of the primes of each group
  const prime* primes;
  std::uint32_t runs;
};

/// remainders[i elements + g] = number g modulo prime i.
struct small_remainders_arguments {
  batch_span numbers;
  small_primes by;
  std::uint16_t* remainders;
  std::uint32_t elements;
};

/// passed[g] = 1 if number g is above 1 and no prime below it, among 2 and these, divides it; else 0.
struct small_factors_arguments {
  batch_span numbers;
  small_primes by;
  const std::uint16_t* remainders;
  signed char* passed;
  std::uint32_t elements;
};

/// Bit j of element g of `candidates` becomes 1 if start + 2 j for the start g, which is odd and above 1,
/// has none of these primes as a factor or is one of them; else 0. For the start 2, only bit 0 becomes 1.
struct candidates_arguments {
  batch_span start;
  small_primes by;
  const std::uint16_t* remainders;  ///< of the starts
  batch_target candidates;
  std::uint32_t elements;
};

/// Element j elements + g of `out` becomes the candidate number first + j of the start g, counted from 0, or
/// 0 if there is none of this width.
struct pick_candidates_arguments {
  batch_span start, candidates;
  std::uint32_t first, each;  ///< j < each
  batch_target out;
  std::uint32_t elements;
};

/// For each search g whose picked candidates include a prime, copies the first one to element origin[g] of
/// `primes`, makes failed[origin[g]] = 0 and open[g] = 0. For the others, open[g] = 1.
struct settle_searches_arguments {
  batch_span picked;  ///< as pick_candidates_arguments describes
  const signed char* is_prime;
  std::uint32_t each;
  batch_span origin;
  batch_target primes;
  limb* failed;
  signed char* open;
  std::uint32_t elements;
};

namespace launches {
using number_theory =
    list<sieve_arguments, select_primes_arguments, collect_primes_arguments, pair_products_arguments,
         word_leaves_arguments, series_leaves_arguments, gather_arguments, sign_arguments>;
using number_theory_primes = list<small_remainders_arguments, small_factors_arguments, candidates_arguments,
                                  pick_candidates_arguments, settle_searches_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
