/// \file
/// Sums of series with rational terms that all ranks of a group compute together.
#pragma once

#include <cstdint>
#include <functional>

#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/series.hpp"

namespace gbi {

/// A fraction of numbers in slabs. It is not reduced.
struct distributed_fraction {
  distributed_bigint numerator;    ///< of either sign
  distributed_bigint denominator;  ///< positive
};

/// The exact sum of the terms k = first to first + terms - 1, as sum_of() in series.hpp. Numerator and
/// denominator are the same numbers as there, whatever the number of ranks. Collective.
///
/// Each rank sums consecutive terms in its own memory, and shared products join the sums of neighbours: (P -
/// 1) joins of three or four products for P ranks. So the result may be nearly P times as long as that of one
/// GPU. O(M(n) log n / P) per rank for a denominator of n bits. Waits.
///
/// \param progress called in each process with the fraction of the work that is done, from 0 to 1. It must
/// not throw
///
/// \throws as sum_of() in series.hpp, where memory and the longest product limit the share of a rank; if one
/// rank fails, the other processes throw device_error with its number and its reason
/// \throws as operator* of distributed_bigint
[[nodiscard]] GBI_API distributed_fraction sum_of(const device_group& on, const rational_series& series,
                                                  std::uint64_t first, std::uint64_t terms,
                                                  const std::function<void(double)>& progress = {});

/// A fraction whose distance from the same sum is less than 2^-bits, as approximate_sum_of() in series.hpp.
/// Collective.
///
/// Each rank sums its terms exactly, as above. The joins keep only the bits that matter, so they are shorter,
/// and numerator and denominator have about `bits` bits, 64 more, and some bits for the size of the sum. If
/// there is one rank, or if there are few terms, the first rank computes the fraction of series.hpp. Other
/// numbers of ranks may give other fractions. Waits.
///
/// No term may be larger in magnitude than the one before, and over the terms of each rank p(k) / q(k) must
/// have a product below 1/2.
///
/// \param progress called as by sum_of()
///
/// \throws std::domain_error also if the terms become larger
/// \throws as sum_of()
[[nodiscard]] GBI_API distributed_fraction
approximate_sum_of(const device_group& on, const rational_series& series, std::uint64_t first,
                   std::uint64_t terms, std::uint64_t bits, const std::function<void(double)>& progress = {});

}  // namespace gbi
