/// \file
/// The operations in GMP, which has all of them.
#include <gmpxx.h>

#include "tests/fuzz/rivals/operation.hpp"

namespace gbi::fuzz {

namespace {

answer compute(operation what, const operands& x) {
  const mpz_class a(x.a, 16), b(x.b, 16), m(x.m, 16);
  mpz_class r, s;
  switch (what) {
    case operation::sum:
      r = a + b;
      break;
    case operation::difference:
      r = a - b;
      break;
    case operation::product:
      r = a * b;
      break;
    case operation::square:
      r = a * a;
      break;
    case operation::quotient:
      mpz_tdiv_qr(r.get_mpz_t(), s.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
      return r.get_str(16) + ' ' + s.get_str(16);
    case operation::power:
      mpz_pow_ui(r.get_mpz_t(), a.get_mpz_t(), x.count);
      break;
    case operation::modular_power:
      mpz_powm(r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t(), m.get_mpz_t());
      break;
    case operation::greatest_divisor:
      r = gcd(a, b);
      break;
    case operation::inverse:
      if (mpz_invert(r.get_mpz_t(), a.get_mpz_t(), m.get_mpz_t()) == 0) return "none";
      break;
    case operation::root:
      mpz_sqrtrem(r.get_mpz_t(), s.get_mpz_t(), a.get_mpz_t());
      return r.get_str(16) + ' ' + s.get_str(16);
    case operation::left_shift:
      r = a << x.count;
      break;
    case operation::right_shift:
      r = a >> x.count;
      break;
    case operation::bit_and:
      r = a & b;
      break;
    case operation::bit_or:
      r = a | b;
      break;
    case operation::bit_xor:
      r = a ^ b;
      break;
    case operation::symbol:
      return std::to_string(mpz_kronecker(a.get_mpz_t(), b.get_mpz_t()));
    case operation::prime:
      return mpz_probab_prime_p(a.get_mpz_t(), 25) != 0 ? "1" : "0";
    case operation::decimal:
      return a.get_str(10);
  }
  return r.get_str(16);
}

}  // namespace

library gmp() {
  return {std::string("GMP ") + gmp_version, compute};
}

}  // namespace gbi::fuzz
