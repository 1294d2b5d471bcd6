/// \file
/// Digits of pi, e and square roots, all of them right.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <gpu_bigint.hpp>
#include <string>

#include "tools/gbi/calculator.hpp"

namespace program {

struct precision {
  std::uint64_t digits;  ///< after the point
  int base;
};

/// Called from time to time with the fraction of the work that is done, from 0 to 1.
using watcher = std::function<void(double)>;

/// The residues of a series modulo a prime of 61 bits, as a fraction that is not reduced.
struct series_residues {
  std::uint64_t prime, numerator, denominator;

  bool operator==(const series_residues&) const = default;
};
/// The sum of the series of pi, computed from it term by term modulo the prime.
series_residues pi_series_residues(const prime_field& mod, std::uint64_t terms);
/// The terms that the series needs for an error below 2^-bits.
std::uint64_t pi_series_terms(std::uint64_t bits);

/// The sum of the series of pi as pi_digits() computed it.
struct series_sum {
  std::uint64_t terms;
  std::array<series_residues, 2> residues;  ///< of the sum, modulo random primes
};

/// Where a constant is computed: on the device of the current context, ...
struct one_device {
  using number = gbi::gpu_bigint;

  number of(std::int64_t value) const { return value; }
  /// The sum of the terms 1 to `terms`.
  gbi::fraction sum_of(const gbi::rational_series& series, std::uint64_t terms, const watcher& watch) const {
    return gbi::sum_of(series, 1, terms, watch);
  }
  gbi::fraction approximate_sum_of(const gbi::rational_series& series, std::uint64_t terms,
                                   std::uint64_t bits, const watcher& watch) const {
    return gbi::approximate_sum_of(series, 1, terms, bits, watch);
  }
};
/// ... or on all ranks of a group.
struct many_ranks {
  using number = gbi::distributed_bigint;

  number of(std::int64_t value) const { return {group, gbi::gpu_bigint(value)}; }
  gbi::distributed_fraction sum_of(const gbi::rational_series& series, std::uint64_t terms,
                                   const watcher& watch) const {
    return gbi::sum_of(group, series, 1, terms, watch);
  }
  gbi::distributed_fraction approximate_sum_of(const gbi::rational_series& series, std::uint64_t terms,
                                               std::uint64_t bits, const watcher& watch) const {
    return gbi::approximate_sum_of(group, series, 1, terms, bits, watch);
  }

  gbi::device_group group;
};

/// floor(pi base^digits), by the series of D. and G. Chudnovsky (1988) and binary splitting:
/// O(M(n) log^2 n). If the calculator verifies, the sum of the series is computed again modulo its primes,
/// term by term, and the remaining steps are verified like any operation.
/// \param noted takes the sum of the series if it is not null
template <class Place>
typename Place::number pi_digits(const Place& place, const calculator& compute, const precision& wanted,
                                 const watcher& watch, series_sum* noted = nullptr);
/// floor(e base^digits), by the sum of 1 / k! and binary splitting.
template <class Place>
typename Place::number e_digits(const Place& place, const calculator& compute, const precision& wanted,
                                const watcher& watch);
/// floor(sqrt(n) base^digits)
gbi::gpu_bigint root_digits(const calculator& compute, const gbi::gpu_bigint& n, const precision& wanted);

/// Adds leading zeros until there are more digits than `digits`: "14" with 2 digits becomes "014".
std::string with_zeros(std::string text, std::uint64_t digits);
/// Puts the point before the last digits: "314" with 2 digits becomes "3.14".
std::string with_point(std::string text, std::uint64_t digits);

}  // namespace program
