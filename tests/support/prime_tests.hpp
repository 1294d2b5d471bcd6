/// \file
/// Primality tests as their definitions read, with GMP's integers.
#pragma once

#include "tests/support/oracle.hpp"

namespace gbi::test {

/// Whether an odd n > 2 passes the strong test to a base.
inline bool passes_strong_test(const integer& n, const integer& base) {
  const integer last = n - integer(1);
  const mp_bitcnt_t twos = mpz_scan1(last.get(), 0);
  integer x;
  mpz_powm(x.get(), base.get(), (last >> twos).get(), n.get());
  if (x == integer(1)) return true;
  for (mp_bitcnt_t i = 0; i < twos; ++i, x = modulo(x * x, n))
    if (x == last) return true;
  return false;
}

/// Whether an odd n > 2 passes the strong Lucas test with p = 1 and this q. Follows the binary expansion of
/// n + 1; u + v x is the power of x modulo x^2 - x + q.
inline bool passes_lucas_test(const integer& n, long q) {
  const integer next = n + integer(1);
  const mp_bitcnt_t twos = mpz_scan1(next.get(), 0);
  integer u(0), v(1);
  const auto square = [&] {
    const integer doubled = integer(2) * u + v;
    u = modulo(u * u - integer(q) * v * v, n);
    v = modulo(v * doubled, n);
  };
  for (std::size_t i = next.bit_length() - 1; i-- > twos;) {
    square();
    if (mpz_tstbit(next.get(), i) == 0) continue;
    const integer sum = modulo(u + v, n);
    u = modulo(-(integer(q) * v), n);
    v = sum;
  }
  if (v.sign() == 0) return true;
  for (mp_bitcnt_t i = 0; i < twos; ++i, square())
    if (modulo(integer(2) * u + v, n).sign() == 0) return true;
  return false;
}

}  // namespace gbi::test
