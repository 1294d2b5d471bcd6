/// \file
/// Whether 2^p - 1 is prime: the test of Lucas and Lehmer with squares modulo 2^p - 1.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The sequence s_0 = 4, s_(i + 1) = s_i^2 - 2 modulo 2^p - 1, a prime if and only if s_(p - 2) is 0.
///
/// A step is one square by a cyclic FP64 transform of digits of two widths with irrational weights, so that
/// there are no zeros between and nothing to be reduced: O(p log p). Steps are queued; every so many the
/// largest rounding error is looked at. If it is too large to trust (0.40), the steps since are repeated with
/// a longer transform. An error of more than 0.6 in one digit while all others of a thousand steps stay below
/// 0.4 would not be noticed: who must be certain compares the residues of two lengths.
///
/// Source: R. Crandall, B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62
/// (1994).
class lucas_lehmer {
 public:
  /// \param exponent p, a prime above 64 and below 2^32.
  /// \param digits of the transform, twice a length of transforms (fft.hpp), at least 4 and at most p / 2,
  /// for less than 30 bits a digit; 0: as many as suffice.
  /// \throws std::domain_error for another exponent.
  /// \throws std::invalid_argument for no such transform.
  /// \throws out_of_memory
  explicit lucas_lehmer(std::uint64_t exponent, std::uint64_t digits = 0);
  ~lucas_lehmer();
  lucas_lehmer(lucas_lehmer&&) noexcept;
  lucas_lehmer& operator=(lucas_lehmer&&) noexcept;

  std::uint64_t exponent() const noexcept;
  /// The i of the current s_i, and how many steps are left to s_(p - 2).
  std::uint64_t steps_done() const noexcept;
  std::uint64_t steps_left() const noexcept;
  /// Digits of the transform; more after a repair.
  std::uint64_t digits() const noexcept;

  /// Queues `count` steps, or as many as are left. Waits once in 1000 steps.
  /// \throws device_error if the error stays too large with longer transforms, which only faulty hardware
  /// explains. The test stands at the last step that was trusted then.
  /// \throws out_of_memory if there is no room for a longer transform; likewise.
  void step(std::uint64_t count = 1);

  /// s_i, in [0, 2^p - 1). Waits for all steps.
  /// \throws as step
  gpu_bigint residue();
  /// The largest distance of a coefficient to an integer in steps that were trusted. Waits.
  /// \throws as step
  double largest_error();
  /// Takes the steps that are left. Whether 2^p - 1 is prime.
  /// \throws as step
  bool is_prime();

 private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

/// Whether 2^p - 1 is prime. False at once if p is not. O(p^2 log p).
/// \throws std::domain_error for a prime p >= 2^32.
/// \throws otherwise as lucas_lehmer
bool is_mersenne_prime(std::uint64_t exponent);

}  // namespace gbi
