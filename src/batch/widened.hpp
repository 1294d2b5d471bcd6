/// \file
/// Checks of modular products and powers of batches for verification::all.
#pragma once

#include <memory>
#include <utility>

#include "kernels/batch/arguments.hpp"
#include "src/batch/batch_check.hpp"
#include "src/batch/odd_moduli.hpp"

namespace gbi::detail {

/// The moduli of `size` elements.
inline bigint_batch moduli_of(const bigint_batch& owned, const odd_moduli_state& n, std::size_t size) {
  return n.shared() ? bigint_batch::filled(size, owned[0], owned.bits()) : owned;
}

/// A checked modular product or power. It is computed modulo n p for a prime p and then reduced. Modulo p, it
/// must equal the result of the same operation modulo p. As for a single power
/// (number_theory/modular.cpp), one in about 2^27 faults is missed.
/// \param run the operation on operands, modulo given moduli
template <class Run>
bigint_batch run_widened(const char* operation, const bigint_batch& a, const odd_moduli_state& n,
                         const Run& run) {
  const bigint_batch owned = batch_access::value(n.batch_of_values());
  const bigint_batch moduli = moduli_of(owned, n, a.size());
  const auto result = std::make_shared<batch>(n.values().owner(), a.size(), n.values().bits());
  bool again = false;
  std::shared_ptr<const odd_moduli_state::wide> wide;
  computed_and_checked(
      operation, a,
      [&] {
        const batch_checksums by(a);
        return [&, by, of_n = by.of(moduli)](const bigint_batch& power) {
          // The checksum is taken first, so that a change to the power after its check does not match the
          // checksum.
          const bigint_batch of_power = by.of(power);
          const bigint_batch primes = bigint_batch::filled(a.size(), wide->prime, limb_bits);
          const auto reduced = [&](const bigint_batch& x) { return div_rem(x, primes).remainder; };
          const bigint_batch expected = run(reduced, odd_moduli(wide->prime));
          if (!are_equal(reduced(power), expected, power.undefined())) return false;
          const batch_quotient by_n = div_rem(power, moduli);
          if (!is_quotient(by_n, moduli, by, of_power, of_n)) return false;
          if (!are_equal(moduli, moduli_of(owned, n, a.size()))) return false;  // this is a copy
          const batch& remainder = *storage_of(by_n.remainder);
          result->executor().launch(
              kernels::batch_copy_arguments{remainder.span(), result->target(), result->elements()});
          result->set_failed(storage_of(power)->failed());
          return true;
        };
      },
      [&] {
        wide = n.widened(std::exchange(again, true));
        return run([](const bigint_batch& x) { return x; }, wide->moduli);
      });
  return value_of(result);
}

}  // namespace gbi::detail
