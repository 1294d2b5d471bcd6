/// \file
/// Trial division of batches, and sieves of windows of odd numbers above their elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu_bigint/batch_mask.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "src/batch/storage.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::detail {

/// Odd primes in the memory of an executor, with what remainders by them need. A context keeps them.
class small_prime_table {
 public:
  /// The odd primes up to `limit`, which is at least 64 and at most 2^16; fewer than 16 of the last ones may
  /// be missing.
  static std::shared_ptr<const small_prime_table> up_to(engine& owner, std::size_t limit);

  small_prime_table(exec::executor& executor, std::size_t limit);

  kernels::small_primes primes() const noexcept;

 private:
  exec::buffer<kernels::normalized_divisor> products_;
  exec::buffer<kernels::small_primes::prime> primes_;
};

/// A limit for which another prime saves as much as it costs: a test of n limbs takes about n^2, a remainder
/// n.
std::size_t trial_limit(std::size_t bits);

/// Whether each element is above 1 and has no factor among 2 and these primes, except itself. Takes a
/// division of 128 by 64 bits for each limb and four primes.
batch_mask without_factor(const bigint_batch& n, const small_prime_table& by);

/// The candidates of each element, which is odd or 2, in a batch of `window` bits, a multiple of 64: bit j
/// stands for element + 2 j. A bit is set if no prime of the table is a proper factor. For 2, only bit 0 is
/// set.
bigint_batch candidates_above(const bigint_batch& start, const small_prime_table& by, std::size_t window);

}  // namespace gbi::detail
