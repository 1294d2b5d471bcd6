#include "bench/words/programs.hpp"

#include <gmpxx.h>

#include <vector>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/number_theory.hpp"

namespace gbi::bench {

namespace {

constexpr std::uint64_t step = 0x9e3779b97f4a7c15;

/// The library's names for the functions that the programs call.
struct gbi_functions {
  using integer = gpu_bigint;
  static integer from(std::uint64_t word) { return word; }
  static bool is_odd(const integer& x) { return test_bit(x, 0); }
  static std::uint64_t low(const integer& x) { return static_cast<std::uint64_t>(low_bits(x, 64)); }
  static std::size_t bits(const integer& x) { return x.bit_length(); }
  static integer inverse(const integer& x, const integer& m) { return invert(x, m); }
  static integer power(const integer& x, const integer& e, const integer& m) { return powm(x, e, m); }
};

struct gmp_functions {
  using integer = mpz_class;
  static integer from(std::uint64_t word) { return static_cast<unsigned long>(word); }
  static bool is_odd(const integer& x) { return mpz_odd_p(x.get_mpz_t()) != 0; }
  static std::uint64_t low(const integer& x) { return mpz_get_ui(x.get_mpz_t()); }
  static std::size_t bits(const integer& x) { return mpz_sizeinbase(x.get_mpz_t(), 2); }
  static integer inverse(const integer& x, const integer& m) {
    integer result;
    mpz_invert(result.get_mpz_t(), x.get_mpz_t(), m.get_mpz_t());
    return result;
  }
  static integer power(const integer& x, const integer& e, const integer& m) {
    integer result;
    mpz_powm(result.get_mpz_t(), x.get_mpz_t(), e.get_mpz_t(), m.get_mpz_t());
    return result;
  }
};

/// Counts the steps of the Collatz iteration from 3^100 down to 1.
template <class Of>
std::uint64_t collatz() {
  typename Of::integer x = 1;
  for (int i = 0; i < 100; ++i) x *= 3;
  std::uint64_t steps = 0;
  for (; x != 1; ++steps) {
    if (Of::is_odd(x))
      x = 3 * x + 1;
    else
      x >>= 1;
  }
  return steps;
}

/// The first Fibonacci number of 10,000 bits, by additions.
template <class Of>
std::uint64_t fibonacci() {
  typename Of::integer a = 0, b = 1;
  while (Of::bits(b) < 10'000) {
    a += b;
    std::swap(a, b);
  }
  return Of::low(b);
}

/// A sum of a million words.
template <class Of>
std::uint64_t sum() {
  typename Of::integer total = 0;
  std::uint64_t word = 0;
  for (int i = 0; i < 1'000'000; ++i) total += word += step;
  return Of::low(total);
}

/// Reconstructs a number of 64,000 bits from its residues modulo a thousand primes of 64 bits, by inverses
/// and sums.
template <class Of>
std::uint64_t remainders() {
  using integer = typename Of::integer;
  static const std::vector<std::uint64_t> moduli = [] {
    std::vector<std::uint64_t> primes;
    for (gpu_bigint p = std::uint64_t{1} << 63; primes.size() < 1000;)
      primes.push_back(static_cast<std::uint64_t>(p = next_prime(p)));
    return primes;
  }();
  integer x = 0, modulus = 1;
  std::uint64_t word = 0;
  for (const std::uint64_t p : moduli) {
    const integer m = Of::from(p), residue = Of::from((word += step) % p);
    // x + modulus t = residue modulo m
    integer t = (residue - x) % m * Of::inverse(modulus % m, m) % m;
    if (t < 0) t += m;
    x += modulus * t;
    modulus *= m;
  }
  return Of::low(x);
}

/// The Miller-Rabin test of a number of 2048 bits, written by hand.
template <class Of>
std::uint64_t miller_rabin() {
  using integer = typename Of::integer;
  const integer n = (integer(1) << 2048) - 1942289;  // a prime
  const integer last = n - 1;
  integer d = last;
  int twos = 0;
  for (; !Of::is_odd(d); ++twos) d >>= 1;
  integer x = Of::power(2, d, n);
  for (int i = 1; i < twos && x != 1 && x != last; ++i) x = x * x % n;
  return x == 1 || x == last ? 1 : 0;
}

}  // namespace

std::span<const program> programs() {
  static constexpr program all[] = {
      {"collatz", 1000, collatz<gbi_functions>, collatz<gmp_functions>},
      {"fibonacci", 10'000, fibonacci<gbi_functions>, fibonacci<gmp_functions>},
      {"sum", 1'000'000, sum<gbi_functions>, sum<gmp_functions>},
      {"remainders", 1000, remainders<gbi_functions>, remainders<gmp_functions>},
      {"miller_rabin", 2048, miller_rabin<gbi_functions>, miller_rabin<gmp_functions>}};
  return all;
}

}  // namespace gbi::bench
