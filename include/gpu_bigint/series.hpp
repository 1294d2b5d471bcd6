/// \file
/// Sums of series with rational terms, such as those of pi, e, logarithms and zeta(3), by binary splitting.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// A polynomial with integer coefficients, the constant term first: {5, -46, 108, -72} is 5 - 46 k + 108 k^2
/// - 72 k^3. It has at most eight coefficients; none at all is the polynomial 0.
using polynomial = std::vector<std::int64_t>;

/// The series with the terms a(k) p(first) ... p(k) / (q(first) ... q(k)) for k = first, first + 1, ...
/// A series of this kind for a constant is a table of three polynomials.
struct rational_series {
  polynomial p;  ///< numerator of the ratio of neighbouring terms
  polynomial q;  ///< denominator of the ratio
  polynomial a;  ///< weight of a term
};

/// A fraction that is not reduced.
struct fraction {
  gpu_bigint numerator;    ///< of either sign
  gpu_bigint denominator;  ///< positive
};

/// The exact sum of the terms k = first to first + terms - 1; 0 / 1 for no terms. The denominator is q(first)
/// ... q(first + terms - 1).
///
/// In the range, p(k) must keep one sign, q(k) must be positive, and a(k) must not be negative. If p(k) is
/// negative, the terms alternate in sign, and no term may be larger in magnitude than the one before: a(k +
/// 1) |p(k + 1)| <= a(k) q(k + 1). The usual series for constants are of this kind.
///
/// Neighbours are combined level by level, and each level is a few batched operations on the device. O(M(n)
/// log n) for a denominator of n bits. Memory: the children of the root, the root, one more numerator, and
/// the workspace of the last products. If only some digits of the sum are needed, approximate_sum_of() takes
/// less. Waits for the leaves, which show whether the series is as described, and queues the rest.
///
/// Source: B. Haible, T. Papanikolaou, "Fast multiprecision evaluation of series of rational numbers", ANTS
/// III (1998).
///
/// \param progress called after each level with the fraction of the work that is queued, from 0 to 1. On the
/// host, queued work is done.
///
/// \throws std::invalid_argument for a polynomial with more than eight coefficients
/// \throws std::domain_error if the signs or lengths of terms are not as described
/// \throws std::length_error if a polynomial may exceed 2^190 in the range, if first + terms exceeds 2^40, or
/// if the result is longer than the longest product (multiply() in arithmetic.hpp)
/// \throws out_of_memory before any work if memory cannot hold the last level
[[nodiscard]] GBI_API fraction sum_of(const rational_series& series, std::uint64_t first, std::uint64_t terms,
                                      const std::function<void(double)>& progress = {});

/// A fraction whose distance from the same sum is less than 2^-bits. Numerator and denominator have about
/// `bits` bits, 64 more, and some bits for the size of the sum; an exact fraction of pi has three times as
/// many bits as its digits.
///
/// Nodes that would take two fifths of the memory, or are longer than products can be, are joined one pair
/// after the other, and of each only the bits that matter are kept. The larger the denominators on its left,
/// the fewer these are. Waits after each of these joins.
///
/// No term may be larger in magnitude than the one before, whether they alternate in sign or not, and long
/// series must converge: over a long range of terms, p(k) / q(k) must have a product below 1/2.
///
/// \throws std::domain_error also if long nodes show that the terms become larger
/// \throws as sum_of()
[[nodiscard]] GBI_API fraction approximate_sum_of(const rational_series& series, std::uint64_t first,
                                                  std::uint64_t terms, std::uint64_t bits,
                                                  const std::function<void(double)>& progress = {});

}  // namespace gbi
