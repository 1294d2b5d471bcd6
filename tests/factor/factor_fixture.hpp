/// \file
/// What tests of factors share.
#pragma once

#include "tests/batch/fixture.hpp"

namespace gbi::test {

class factor_fixture : public batch_fixture {
 protected:
  /// An odd number above 1 of exactly this many bits.
  integer odd_number(std::size_t bits) {
    integer n = integer(random_limbs(random, bits / 64 + 1)).low_bits(bits);
    mpz_setbit(n.get(), 0);
    mpz_setbit(n.get(), bits - 1);
    return n;
  }
  static integer next_prime_of(const integer& n) {
    integer result;
    mpz_nextprime(result.get(), n.get());
    return result;
  }
  /// The product of the highest powers up to b1 of all primes.
  static integer prime_powers(std::uint64_t b1) {
    integer result(1);
    for (unsigned long k = 2; k <= b1; ++k) mpz_lcm_ui(result.get(), result.get(), k);
    return result;
  }
};

}  // namespace gbi::test
