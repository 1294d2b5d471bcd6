/// \file
/// Checks of batches for verification::all, built from operations on batches: checksums are remainders by one
/// limb. The host waits for the comparison. The checked data is read last, because nothing would detect a
/// later change to it.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/verifier.hpp"
#include "src/operation/perform.hpp"
#include "src/operation/repeated.hpp"

namespace gbi::detail {

/// operation::compose() for operations on this batch. An empty result has nothing to check.
template <class Plain, class Checked, class... Operands>
auto compose(const char* name, const Plain& plain, const Checked& checked, const bigint_batch& a,
             const Operands&... others) {
  const auto if_any = [&] { return a.size() == 0 ? plain() : checked(); };
  return gbi::operation::compose(name, *storage_of(a)->owner(), plain, if_any, a, others...);
}

/// Checksums modulo a random prime of 61 bits, one limb for each element. Made inside a scope in which checks
/// are covered.
class batch_checksums {
 public:
  /// For batches like this one.
  explicit batch_checksums(const bigint_batch& like);

  bigint_batch of(const bigint_batch& a) const { return div_rem(a, primes_).remainder; }
  /// a b of checksums.
  bigint_batch product(const bigint_batch& a, const bigint_batch& b) const { return mul_mod(a, b, modulus_); }
  /// a - b of checksums. Checksums are three bits shorter than a limb.
  bigint_batch difference(const bigint_batch& a, const bigint_batch& b) const { return of(a + primes_ - b); }

 private:
  gpu_bigint prime_;
  bigint_batch primes_;
  odd_moduli modulus_;
};

/// Computes a result, and a second time if it is wrong. Neither its parts nor those of its check need checks
/// of their own.
/// \param prepare takes the checksums of the operands and returns a predicate for results. It runs before the
/// computation, so that a fault in an operand during the computation also shows
/// \throws device_error naming the operation if the result is wrong twice
template <class Prepare, class Compute>
auto computed_and_checked(const char* operation, const bigint_batch& a, Prepare&& prepare,
                          Compute&& compute) {
  const faults::verifier::covered here;
  const scoped_context use(a.context());
  const auto is_right = prepare();
  return gbi::operation::repeated_if_wrong(operation, a.size() * ((a.bits() + limb_bits - 1) / limb_bits),
                                           compute, is_right);
}

/// Whether all elements are equal, except those in `undefined`, which is in ascending order.
bool are_equal(const bigint_batch& a, const bigint_batch& b, const std::vector<std::size_t>& undefined = {});

/// Whether q b + r = a and r < b wherever the quotient is defined, from the checksums of a and b.
bool is_quotient(const batch_quotient& found, const bigint_batch& b, const batch_checksums& by,
                 const bigint_batch& of_a, const bigint_batch& of_b);

}  // namespace gbi::detail
