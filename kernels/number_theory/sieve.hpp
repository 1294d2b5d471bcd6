/// \file
/// The sieve of Eratosthenes, and primes chosen by their exponents.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// One run of words per thread, which no other thread writes. Takes a division per run and sieving prime, and
/// a bit operation for each multiple of these primes.
struct sieve_kernel : map_kernel<sieve_kernel, sieve_arguments, 64, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return (words_of(a) + a.run - 1) / a.run; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    limb composite[arguments::longest_run];
    for (std::uint32_t w = 0; w < a.run; ++w) composite[w] = 0;
    const auto first = static_cast<std::uint32_t>(at * a.run * 64);
    const std::uint32_t size = a.run * 64;
    for (std::uint32_t k = 0; k < a.sieving_count; ++k) {
      const std::uint32_t p = a.sieving[k];
      const std::uint32_t square = p * p / 2;  // p < 2^16: lower multiples have smaller factors
      std::uint32_t next = 0;
      if (square < first) {
        const std::uint32_t over = (first - square) % p;
        next = over == 0 ? 0 : p - over;
      } else {
        next = square - first;
        if (next >= size) break;
      }
      for (; next < size; next += p) composite[next / 64] |= limb{1} << next % 64;
    }
    if (first == 0) composite[0] |= 1;  // 1 is not a prime
    const std::uint64_t words = words_of(a);
    for (std::uint32_t w = 0; w < a.run; ++w) {
      const std::uint64_t word = at * a.run + w;
      if (word >= words) return;
      const std::uint64_t left = a.numbers - word * 64;
      const limb inside = left < 64 ? (limb{1} << left) - 1 : ~limb{0};
      a.primes[word] = ~composite[w] & inside;
    }
  }

 private:
  GBI_BOTH static std::uint64_t words_of(const arguments& a) { return (a.numbers + 63) / 64; }
};
sieve_kernel map_of(const sieve_arguments&);

/// Calls take(prime) for the primes of a word.
template <class Take>
GBI_DEVICE void for_primes(limb primes, std::uint64_t word, Take&& take) {
  for (; primes != 0; primes &= primes - 1) {
    const int bit = trailing_zeros(primes);
    take(128 * word + 2 * static_cast<std::uint32_t>(bit) + 1, bit);
  }
}

/// One word per thread.
struct select_primes_kernel : map_kernel<select_primes_kernel, select_primes_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.words; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t word) {
    limb selected = 0;
    for_primes(a.primes[word], word, [&](std::uint64_t prime, int bit) {
      if (prime > a.least && (a.quotient.exponent_of(prime) >> a.bit & 1) != 0) selected |= limb{1} << bit;
    });
    a.selected[word] = selected;
    a.counts[word] = static_cast<std::uint32_t>(count_ones(selected));
  }
};
select_primes_kernel map_of(const select_primes_arguments&);

/// One word per thread.
struct collect_primes_kernel : map_kernel<collect_primes_kernel, collect_primes_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.words; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t word) {
    std::uint32_t place = word == 0 ? 0 : a.ends[word - 1];
    for_primes(a.selected[word], word,
               [&](std::uint64_t prime, int) { a.primes[place++] = static_cast<std::uint32_t>(prime); });
  }
};
collect_primes_kernel map_of(const collect_primes_arguments&);

/// One product per thread.
struct pair_products_kernel : map_kernel<pair_products_kernel, pair_products_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return (a.count + 1) / 2; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t i) {
    a.products[i] = limb{a.factors[2 * i]} * (2 * i + 1 < a.count ? a.factors[2 * i + 1] : 1);
  }
};
pair_products_kernel map_of(const pair_products_arguments&);

}  // namespace gbi::kernels
