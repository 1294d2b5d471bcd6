/// \file
/// Batches of numbers, and windows of odd numbers above each of them, without small prime factors.
///
/// A group of four primes below 2^16 shares one long remainder, modulo a multiple of their product. So for n
/// limbs, a prime costs a quarter of n divisions of 128 by 64 bits, and a remainder of 2 bytes is written.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "kernels/word/add_carry.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// A run of primes for one number per thread. Threads with neighbouring numbers take the same primes, and a
/// limb that is read serves all groups of the run.
struct small_remainders_kernel : map_kernel<small_remainders_kernel, small_remainders_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return std::uint64_t{a.by.runs} * a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    constexpr std::uint32_t group = small_primes::group_primes, groups = small_primes::run_primes / group;
    const std::uint64_t element = at % a.elements, run = at / a.elements;
    normalized_divisor by[groups];
    limb remainder[groups];
    unroll<groups>([&](auto k) {
      by[k] = a.by.products[run * groups + k];
      remainder[k] = 0;
    });
    for (std::uint32_t j = a.numbers.count; j-- > 0;) {
      const limb next = limb_of(a.numbers, element, j);
      unroll<groups>([&](auto k) { divide_2_by_1(remainder[k], next, by[k]); });
    }
    unroll<groups>([&](auto k) {
      for (std::uint32_t i = 0; i < group; ++i) {
        const std::uint64_t index = (run * groups + k) * group + i;
        a.remainders[index * a.elements + element] = modulo(remainder[k], a.by.primes[index]);
      }
    });
  }

 private:
  /// The estimated quotient is right or one too small.
  GBI_DEVICE static std::uint16_t modulo(limb x, const small_primes::prime& p) {
    const limb rest = x - high_limb(wide_product(x, p.reciprocal)) * p.value;
    return static_cast<std::uint16_t>(rest >= p.value ? rest - p.value : rest);
  }
};
small_remainders_kernel map_of(const small_remainders_arguments&);

/// The lowest limb of a number, and whether all others are 0.
struct low_part {
  limb low;
  bool is_all;
};
GBI_DEVICE low_part low_part_of(const batch_span& numbers, std::uint64_t element) {
  for (std::uint32_t j = 1; j < numbers.count; ++j)
    if (limb_of(numbers, element, j) != 0) return {limb_of(numbers, element, 0), false};
  return {limb_of(numbers, element, 0), true};
}

/// Reads 2 bytes per number and prime, up to the first factor.
struct small_factors_kernel : map_kernel<small_factors_kernel, small_factors_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    const low_part n = low_part_of(a.numbers, element);
    bool passes = n.is_all ? n.low == 2 || (n.low % 2 == 1 && n.low > 1) : n.low % 2 == 1;
    const std::uint32_t primes = a.by.runs * small_primes::run_primes;
    for (std::uint32_t i = 0; i < primes && passes; ++i)
      passes = a.remainders[std::uint64_t{i} * a.elements + element] != 0 ||
               (n.is_all && n.low == a.by.primes[i].value);
    a.passed[element] = passes ? 1 : 0;
  }
};
small_factors_kernel map_of(const small_factors_arguments&);

/// The sieve of Eratosthenes. Reads 2 bytes per start and prime; a bit is read and written for each multiple,
/// in cache.
struct candidates_kernel : map_kernel<candidates_kernel, candidates_arguments, 64, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    const low_part start = low_part_of(a.start, element);
    const bool is_two = start.is_all && start.low == 2;
    for (std::uint32_t w = 0; w < a.candidates.count; ++w)
      set_limb(a.candidates, element, w, is_two ? (w == 0 ? 1 : 0) : ~limb{0});
    if (is_two) return;
    const std::uint32_t window = a.candidates.count * limb_bits,
                        primes = a.by.runs * small_primes::run_primes;
    for (std::uint32_t i = 0; i < primes; ++i) {
      const std::uint32_t p = a.by.primes[i].value,
                          remainder = a.remainders[std::uint64_t{i} * a.elements + element];
      // The least even distance to a multiple.
      std::uint32_t distance = remainder == 0 ? 0 : p - remainder;
      if (distance % 2 == 1) distance += p;
      if (start.is_all && start.low + distance == p) distance += 2 * p;
      for (std::uint32_t j = distance / 2; j < window; j += p) {
        limb& word =
            a.candidates
                .limbs[j / limb_bits * a.candidates.limb_stride + element * a.candidates.element_stride];
        word &= ~(limb{1} << j % limb_bits);
      }
    }
  }
};
candidates_kernel map_of(const candidates_arguments&);

/// One candidate per thread: linear in the lengths of the number and of the window.
struct pick_candidates_kernel : map_kernel<pick_candidates_kernel, pick_candidates_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return std::uint64_t{a.each} * a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    const std::uint64_t element = at % a.elements;
    std::uint32_t left = a.first + static_cast<std::uint32_t>(at / a.elements), w = 0;
    limb word = 0;
    for (; w < a.candidates.count; ++w) {
      word = limb_of(a.candidates, element, w);
      const auto ones = static_cast<std::uint32_t>(count_ones(word));
      if (left < ones) break;
      left -= ones;
    }
    bool fits = w < a.candidates.count;
    if (fits) {
      for (; left > 0; --left) word &= word - 1;
      bool carry = false;
      limb added = 2 * (limb{w} * limb_bits + static_cast<limb>(trailing_zeros(word))), last = 0;
      for (std::uint32_t j = 0; j < a.out.count; ++j) {
        last = add_carry(limb_of(a.start, element, j), added, carry);
        set_limb(a.out, at, j, last);
        added = 0;
      }
      fits = !carry && (last & ~a.out.top_mask) == 0;
    }
    for (std::uint32_t j = 0; j < a.out.count && !fits; ++j) set_limb(a.out, at, j, 0);
  }
};
pick_candidates_kernel map_of(const pick_candidates_arguments&);

/// One search per thread. Reads a byte per candidate up to the first prime, which it copies.
struct settle_searches_kernel : map_kernel<settle_searches_kernel, settle_searches_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    std::uint64_t found = element;
    const std::uint64_t end = std::uint64_t{a.each} * a.elements;
    while (found < end && a.is_prime[found] == 0) found += a.elements;
    a.open[element] = found < end ? 0 : 1;
    if (found >= end) return;
    const std::uint64_t origin = limb_of(a.origin, element, 0);
    for (std::uint32_t j = 0; j < a.primes.count; ++j)
      set_limb(a.primes, origin, j, limb_of(a.picked, found, j));
    a.failed[origin] = 0;
  }
};
settle_searches_kernel map_of(const settle_searches_arguments&);

}  // namespace gbi::kernels
