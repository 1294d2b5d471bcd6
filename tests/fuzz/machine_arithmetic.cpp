/// \file
/// Steps of arithmetic: sums, products, quotients, roots, powers.
#include <algorithm>
#include <gpu_bigint/all.hpp>
#include <stdexcept>
#include <vector>

#include "tests/fuzz/machine.hpp"

namespace gbi::fuzz {

namespace {

std::uint64_t word(registers& r) {
  return r.in().word() >> r.in().below(64);
}

void add(registers& r) {
  const twin &a = r.any(), &b = r.any();
  r.store(a.ours + b.ours, a.theirs + b.theirs, "sum");
}
void subtract(registers& r) {
  const twin &a = r.any(), &b = r.any();
  r.store(a.ours - b.ours, a.theirs - b.theirs, "difference");
}
void multiply(registers& r) {
  const twin &a = r.any(), &b = r.any();
  r.store(a.ours * b.ours, a.theirs * b.theirs, "product");
}
void multiply_by(registers& r) {
  const twin &a = r.any(), &b = r.any();
  constexpr algorithm ways[] = {algorithm::schoolbook, algorithm::fft};
  r.store(gbi::multiply(a.ours, b.ours, ways[r.in().below(2)]), a.theirs * b.theirs,
          "product by an algorithm");
}
void square(registers& r) {
  const twin& a = r.any();
  r.store(gbi::square(a.ours), a.theirs * a.theirs, "square");
}
void multiply_add(registers& r) {
  const twin &a = r.any(), &b = r.any(), &c = r.any();
  if ((r.in().byte() & 1) != 0)
    r.store(gbi::multiply_add(c.ours, a.ours, b.ours), c.theirs + a.theirs * b.theirs, "c + a b");
  else
    r.store(multiply_subtract(c.ours, a.ours, b.ours), c.theirs - a.theirs * b.theirs, "c - a b");
}
void by_prepared(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const prepared kept(b.ours);
  compare(a.ours * kept, a.theirs * b.theirs, "product with a prepared factor");
  r.store(kept * kept, b.theirs * b.theirs, "square of a prepared factor");
}
void with_words(registers& r) {
  const twin& a = r.any();
  const auto w = static_cast<std::int64_t>(word(r));
  compare(a.ours + w, a.theirs + w, "sum with a word");
  compare(w - a.ours, w - a.theirs, "difference from a word");
  compare(a.ours * w, a.theirs * w, "product with a word");
  if (w == 0) return;
  compare(a.ours % w, a.theirs % w, "remainder by a word");
  r.store(a.ours / w, a.theirs / w, "quotient by a word");
}

void divide(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const std::size_t kind = r.in().below(5);
  if (b.theirs == 0) {
    try {
      static_cast<void>(div_rem(a.ours, b.ours));
    } catch (const std::domain_error&) {
      return;
    }
    require(false, "a quotient by zero");
  }
  mpz_class quotient, remainder;
  const auto theirs = [&](auto by) { by(quotient.get_mpz_t(), remainder.get_mpz_t(), a.get(), b.get()); };
  const auto ours = [&]() -> quotient_remainder {
    switch (kind) {
      case 0:
        theirs(mpz_tdiv_qr);
        return div_rem(a.ours, b.ours);
      case 1:
        theirs(mpz_fdiv_qr);
        return floor_div_rem(a.ours, b.ours);
      case 2:
        theirs(mpz_cdiv_qr);
        return ceil_div_rem(a.ours, b.ours);
      case 3:
        if (b.theirs > 0)
          theirs(mpz_fdiv_qr);
        else
          theirs(mpz_cdiv_qr);
        return euclidean_div_rem(a.ours, b.ours);
      default:
        theirs(mpz_tdiv_qr);
        return divider(b.ours).div_rem(a.ours);
    }
  }();
  compare(ours.remainder, remainder, "remainder");
  require(is_divisible(a.ours, b.ours) == (remainder == 0), "divisibility");
  r.store(ours.quotient, quotient, "quotient");
}
void divide_exact(registers& r) {
  const twin &a = r.any(), &b = r.any();
  if (b.theirs == 0) return;
  r.store(gbi::divide_exact(a.ours * b.ours, b.ours), a.theirs, "exact quotient");
}

void root(registers& r) {
  const twin& a = r.any();
  const std::uint64_t k = 1 + r.in().below(9);
  mpz_class found, rest;
  if (k % 2 == 0 && a.theirs < 0) {
    try {
      static_cast<void>(iroot(a.ours, k));
    } catch (const std::domain_error&) {
      return;
    }
    require(false, "an even root of a negative number");
  }
  mpz_rootrem(found.get_mpz_t(), rest.get_mpz_t(), a.get(), k);
  const root_remainder both = k == 2 ? sqrt_rem(a.ours) : root_rem(a.ours, k);
  compare(both.remainder, rest, "remainder of a root");
  r.store(both.root, found, "root");
}
void perfect(registers& r) {
  const twin& a = r.any();
  require(is_perfect_square(a.ours) == (mpz_perfect_square_p(a.get()) != 0), "perfect square");
  require(is_perfect_power(a.ours) == (mpz_perfect_power_p(a.get()) != 0), "perfect power");
}
void power(registers& r) {
  const twin& a = r.any();
  const unsigned long most = a.bits() < 64 ? 100 : 6, exponent = r.in().byte() % most;
  mpz_class result;
  mpz_pow_ui(result.get_mpz_t(), a.get(), exponent);
  r.store(pow(a.ours, exponent), result, "power");
}

void batch(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const std::size_t bits = 64 + 32 * r.in().below(60);
  mpz_class x, y, modulo = mpz_class(1) << bits;
  mpz_fdiv_r(x.get_mpz_t(), a.get(), modulo.get_mpz_t());
  mpz_fdiv_r(y.get_mpz_t(), b.get(), modulo.get_mpz_t());
  const auto ours = [&](const gpu_bigint& p, const gpu_bigint& q) {
    return bigint_batch::from_numbers(std::vector{low_bits(p, bits), low_bits(q, bits)}, bits);
  };
  const bigint_batch p = ours(a.ours, b.ours), q = ours(b.ours, a.ours);
  const auto wrapped = [&](const mpz_class& value) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), modulo.get_mpz_t());
    return result;
  };
  compare((p + q)[1], wrapped(x + y), "sum of batches");
  compare((p - q)[0], wrapped(x - y), "difference of batches");
  compare((p * q)[1], wrapped(x * y), "product of batches");
  compare(gcd(p, q)[0], gcd(x, y), "gcd of batches");
  if (y != 0) compare(div_rem(p, q).remainder[0], x % y, "remainder of batches");
  if (mpz_odd_p(y.get_mpz_t()) != 0) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), x.get_mpz_t(), mpz_class(x % 1000).get_mpz_t(), y.get_mpz_t());
    const auto exponent = bigint_batch::filled(2, low_bits(a.ours, bits) % 1000, 64);
    compare(pow_mod(p, exponent, odd_moduli(q))[0], result, "power of batches");
  }
  r.store(mul_full(p, q)[0], x * y, "full product of batches");
}

void many(registers& r) {
  std::vector<gpu_bigint> ours;
  mpz_class theirs = 1;
  for (std::size_t i = 0, count = r.in().below(9); i < count; ++i) {
    const twin& a = r.any();
    if (theirs == 0 || a.bits() + mpz_sizeinbase(theirs.get_mpz_t(), 2) > 1 << 15) break;
    ours.push_back(a.ours);
    theirs *= a.theirs;
  }
  r.store(product(ours), theirs, "product of many");
}

}  // namespace

std::span<const step> arithmetic_steps() {
  static constexpr step steps[] = {add,          subtract,    multiply,   multiply_by, square,
                                   multiply_add, by_prepared, with_words, divide,      divide_exact,
                                   root,         perfect,     power,      batch,       many};
  return steps;
}

}  // namespace gbi::fuzz
