/// \file
/// The Lucas-Lehmer test, which decides whether 2^p - 1 is prime, with squares modulo 2^p - 1.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The sequence s_0 = 4, s_(i + 1) = s_i^2 - 2 modulo 2^p - 1. The number 2^p - 1 is prime if and only if
/// s_(p - 2) is 0.
///
/// A step is one square by a cyclic FP64 transform. Its digits have two widths and irrational weights, so it
/// needs neither zero padding nor a reduction: O(p log p). Steps are queued. Every 1000 steps the host reads
/// the largest rounding error. If it is too large to trust (0.40), the steps since the last check are
/// repeated with a longer transform. One error goes unnoticed: more than 0.6 in one digit while all others of
/// a thousand steps stay below 0.4. jacobi_check() finds such errors, and those of the hardware, with a
/// probability of one half each. To be certain, compare the residues of two lengths.
///
/// Source: R. Crandall, B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62
/// (1994).
///
/// \code{.cpp}
/// gbi::lucas_lehmer test(11213);
/// while (test.steps_left() > 0) {
///   test.step(1000);
///   std::cout << test.steps_done() << " steps\n";
/// }
/// std::cout << (test.is_prime() ? "prime\n" : "composite\n");
/// \endcode
class GBI_API lucas_lehmer {
 public:
  /// The sequence at s_0. O(p) for the tables of the transform.
  /// \param exponent p, a prime above 64 and below 2^32.
  /// \param digits of the transform: twice a length of transforms (fft.hpp), at least 4 and at most p / 2,
  /// with less than 30 bits in each digit. 0: as many as necessary.
  /// \throws std::domain_error if p is outside these limits or not prime.
  /// \throws std::invalid_argument if there is no such transform.
  /// \throws out_of_memory
  explicit lucas_lehmer(std::uint64_t exponent, std::uint64_t digits = 0);
  /// Gives up the test. Does not wait.
  ~lucas_lehmer();
  /// Takes over a test. What is left may only be assigned to or destroyed.
  lucas_lehmer(lucas_lehmer&&) noexcept;
  /// Takes over a test.
  lucas_lehmer& operator=(lucas_lehmer&&) noexcept;

  /// p
  [[nodiscard]] std::uint64_t exponent() const noexcept;
  /// The index i of the current s_i.
  [[nodiscard]] std::uint64_t steps_done() const noexcept;
  /// The number of steps left to s_(p - 2).
  [[nodiscard]] std::uint64_t steps_left() const noexcept;
  /// Digits of the transform. Grows when steps are repeated with a longer one.
  [[nodiscard]] std::uint64_t digits() const noexcept;

  /// Queues `count` steps, or all that are left if they are fewer. O(p log p) each. Waits once in 1000 steps.
  /// \throws device_error if the error stays too large with longer transforms, which only faulty hardware can
  /// cause. The test then stands at the last trusted step.
  /// \throws out_of_memory if there is no room for a longer transform. The test then stands at the last
  /// trusted step.
  void step(std::uint64_t count = 1);

  /// s_i, in [0, 2^p - 1). O(p). Waits for all steps.
  /// \throws as step
  [[nodiscard]] gpu_bigint residue();
  /// The largest distance of a coefficient to an integer in all trusted steps: below 0.5. O(1). Waits.
  /// \throws as step
  [[nodiscard]] double largest_error();
  /// Whether s_i passes a check that half of all wrong numbers fail: the Jacobi symbol of s_i - 2 modulo
  /// 2^p - 1 is -1 for every i > 0, because s_(i + 1) - 2 = (s_i - 2) (s_i + 2), and s_i + 2 is a square. In
  /// addition, s_i may be 0, 2 or -2 in the last step only. If it fails, the test goes back to the last step
  /// that passed (at first s_0) and goes on from there. A wrong symbol stays wrong in later steps, so a check
  /// now and then finds as many errors as one after each step. Costs as much as a gcd, about as long as a few
  /// thousand steps. Waits.
  ///
  /// Source: the check is R. Gerbicz's, as used by GIMPS since 2017.
  /// \throws as step
  [[nodiscard]] bool jacobi_check();

  /// Writes the state: s_i, and the last step that passed jacobi_check(). The state of the stream says
  /// whether that succeeded. Waits. All fields are little-endian, 8 bytes each:
  ///
  ///     offset
  ///     0       "GBLL", then 1 as four bytes: the version of the format
  ///     8       the exponent, the digits of the transform, i, the step that passed, the bits of the largest
  ///             error as a double
  ///     48      FNV-1a of the 48 bytes before, in 64 bits
  ///     56      s_i and the residue of the step that passed, each as by serialize()
  /// \throws as step
  void save(std::ostream& out);
  /// The test that was saved, in the current context.
  /// \throws data_error if save() cannot have written these bytes.
  /// \throws out_of_memory
  static lucas_lehmer load(std::istream& in);

  /// Takes the remaining steps. Returns whether 2^p - 1 is prime. O(p log p) for each step. Waits.
  /// \throws as step
  [[nodiscard]] bool is_prime();

 private:
  class implementation;
  explicit lucas_lehmer(std::unique_ptr<implementation> made) noexcept;
  std::unique_ptr<implementation> implementation_;
};

/// Whether 2^p - 1 is prime. Returns false at once if p is not prime. O(p^2 log p). Waits.
/// \throws std::domain_error for a prime p >= 2^32.
/// \throws as lucas_lehmer for all else
[[nodiscard]] GBI_API bool is_mersenne_prime(std::uint64_t exponent);

}  // namespace gbi
