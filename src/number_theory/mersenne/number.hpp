/// \file
/// A number modulo 2^p - 1 that is squared repeatedly, whatever arithmetic its transforms use.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"

namespace gbi::number_theory {

/// The transforms of squares modulo 2^p - 1.
struct mersenne_transform {
  std::uint64_t digits;
  bool exact = false;  ///< by integers (exact_mersenne_square.hpp), else by doubles (mersenne_square.hpp)

  bool operator==(const mersenne_transform&) const = default;
};

/// A number x as digits in device memory. Everything is queued.
class mersenne_number {
 public:
  virtual ~mersenne_number() = default;

  virtual mersenne_transform transform() const noexcept = 0;
  /// x = value, 0 <= value < 2^p.
  virtual void set(const gpu_bigint& value) = 0;
  /// x = x^2 - subtrahend, at least once and at most `most` times, |subtrahend| < 2^30. Short numbers take
  /// all steps in one launch. Returns the number of steps queued.
  virtual std::uint64_t step(std::int64_t subtrahend, std::uint64_t most = 1) = 0;
  /// x in [0, 2^p - 1).
  virtual gpu_bigint residue() const = 0;

  /// The rounding of all steps since the last call of measured(): the largest distance to an integer, and
  /// whether that distance and the largest coefficient are within their limits. measured() waits.
  struct rounding {
    double distance;
    bool trusted;
  };
  virtual rounding measured() = 0;

 protected:
  mersenne_number() = default;
  mersenne_number(const mersenne_number&) = default;
  mersenne_number(mersenne_number&&) = default;
  mersenne_number& operator=(const mersenne_number&) = default;
  mersenne_number& operator=(mersenne_number&&) = default;
};

/// Makes x = 0, with its own tables.
std::unique_ptr<mersenne_number> make_mersenne_number(std::shared_ptr<detail::engine> engine,
                                                      std::uint64_t exponent, mersenne_transform transform);

/// The residue of x modulo 2^p - 1 in [0, 2^p - 1), for 0 <= x <= (2^p - 2)^2. Costs two sums of the length
/// of x.
gpu_bigint mersenne_reduced(const gpu_bigint& x, std::uint64_t exponent);

/// As above, for a number below (2^31 + 1) 2^p, given in device memory as the sum of p/32 + 1 coefficients,
/// one at every 32nd bit.
gpu_bigint mersenne_remainder(const std::shared_ptr<detail::engine>& engine, std::uint64_t exponent,
                              const std::int64_t* coefficients);

/// x / 9 modulo m = 2^p - 1, for 0 <= x < m and an odd p.
gpu_bigint mersenne_ninth(const gpu_bigint& x, const gpu_bigint& m);

}  // namespace gbi::number_theory
