/// \file
/// What the methods do with the primes up to their bounds.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::factors {

/// The bounds of both stages.
struct bounds {
  std::uint64_t b1, b2;

  /// From options: 0 stands for 100 b1. \throws std::invalid_argument naming the method
  static bounds of(std::uint64_t b1, std::uint64_t b2, const std::string& method);
};

/// \throws std::domain_error, std::length_error naming the method
void require_odd(const gpu_bigint& n, const std::string& method);

/// The primes of short intervals below a limit, by a sieve.
class prime_sieve {
 public:
  explicit prime_sieve(std::uint64_t limit);

  /// Entry i is true if begin + i is a prime, for begin > 1 and numbers up to the limit.
  std::vector<bool> of(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::vector<std::uint64_t> primes_;
};

/// The product of the highest powers up to b1 of the primes above `begin` and up to `end`, in the current
/// context.
gpu_bigint prime_powers(const prime_sieve& sieve, std::uint64_t begin, std::uint64_t end, std::uint64_t b1);

/// Stage 2 writes each prime from b1 to b2 as i d + j or i d - j with j < d / 2. Then only i d, the giant
/// steps, and j, the baby steps, which have no factor in common with d, are multiples to compute.
struct giant_steps {
  std::uint32_t distance;    ///< d
  std::uint64_t first, end;  ///< the range of i

  /// \param distance a multiple of 6, at most 2 b1
  static giant_steps of(const bounds& within, std::uint32_t distance) {
    const auto nearest = [=](std::uint64_t p) { return (p + distance / 2) / distance; };
    return {distance, nearest(within.b1), nearest(within.b2) + 1};
  }
  std::uint64_t count() const { return end - first; }
};

/// The distances from which stage 2 chooses, with the numbers of their baby steps.
struct step_distance {
  std::uint32_t distance, babies;
};
inline constexpr step_distance step_distances[] = {{6, 1},    {30, 4},     {60, 8},     {210, 24},
                                                   {420, 48}, {2310, 240}, {4620, 480}, {9240, 960}};

/// The distance with the least cost(distance). An infinite cost excludes all but the first one.
template <class Cost>
const step_distance& cheapest_distance(const bounds& within, const Cost& cost) {
  const step_distance* best = &step_distances[0];
  double least = std::numeric_limits<double>::infinity();
  for (const step_distance& each : step_distances)
    if (const double found = each.distance > 2 * within.b1 ? least : cost(each); found < least) {
      best = &each;
      least = found;
    }
  return *best;
}

}  // namespace gbi::factors
