/// \file
/// Tests of numbers in slabs against GMP. Every process of a group runs the same tests and checks whole
/// results.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gpu_bigint/distributed.hpp"
#include "tests/distribute/groups.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

class on_numbers : public on_group {
 protected:
  distributed_bigint make(const integer& value) const {
    return distributed_bigint::from_limbs(handle(), value.to_limbs(), value.sign() < 0);
  }
  /// Either sign, any length up to `bits`, sometimes a power of two or its neighbour, sometimes runs of ones
  /// and zeros.
  integer some(std::uint64_t bits) {
    if (random.below(3) != 0) return random_integer(random, bits);
    integer value;
    mpz_set_ui(value.get(), 0);
    for (std::uint64_t at = 0; at < bits; at += random.log_uniform(1, bits)) {
      integer bit(1);
      value = (bit << at) - value;
    }
    return random.coin() ? value : -value;
  }

  /// Whether this group runs a case: every one, or about every second one if its ranks share long operations,
  /// which takes long on the host.
  bool takes_case() { return !shares(GetParam()) || random.coin(); }

  /// Checks the value, its bit bound, and its slabs.
  static testing::AssertionResult is(const distributed_bigint& a, const integer& expected) {
    if (a.bit_bound() < expected.bit_length())
      return testing::AssertionFailure()
             << "a bound of " << a.bit_bound() << " bits for " << expected.bit_length();
    return matches(a.gather(), expected);
  }
};

}  // namespace gbi::test
