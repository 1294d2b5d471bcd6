/// \file
/// What stands in for GMP's integer functions while GMP's own tests run. gbi_mpz_add has the arguments and
/// the result of mpz_add, and so on. tests/suites/gmp.py makes a test's object call it in place of GMP's
/// function. Numbers stay GMP's mpz_t; each function converts them, calls the library once and converts the
/// result.
///
/// Memory (mpz_init), access to limbs (mpz_limbs_write), random numbers and what docs/parity.md names as
/// without an equal remain GMP's.
#pragma once

#include <utility>

#include "gpu_bigint/gmp.hpp"

namespace gbi::stand_in {

/// The value of an operand.
inline gpu_bigint value(mpz_srcptr a) {
  return from_mpz(a);
}

/// Sets a number, which is often one of the operands.
inline void set(mpz_ptr r, const gpu_bigint& result) {
  to_mpz(r, result);
}
/// Sets two numbers to the two members of a result.
template <class Pair>
void set(mpz_ptr first, mpz_ptr second, const Pair& result) {
  const auto& [one, other] = result;
  set(first, one);
  set(second, other);
}

/// What GMP returns for a number as a word: the lowest bits of the magnitude.
inline unsigned long low_word(const gpu_bigint& a) {
  const std::vector<std::uint64_t> limbs = a.to_limbs();
  return limbs.empty() ? 0 : limbs.front();
}

/// Sets a number, and returns it as a word.
inline unsigned long set_word(mpz_ptr r, const gpu_bigint& result) {
  set(r, result);
  return low_word(result);
}
/// Sets quotient and remainder, of which either may be missing, and returns the magnitude of the remainder.
template <class Pair>
unsigned long set_division(mpz_ptr quotient, mpz_ptr remainder, const Pair& result) {
  if (quotient != nullptr) set(quotient, result.quotient);
  if (remainder != nullptr) set(remainder, result.remainder);
  return low_word(result.remainder);
}

}  // namespace gbi::stand_in
