/// \file
/// Steps of number theory.
#include <gpu_bigint/all.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tests/fuzz/machine.hpp"

namespace gbi::fuzz {

namespace {

/// Longer numbers take too long.
constexpr std::size_t most_modulus_bits = 2048, most_prime_bits = 320;

void divisors(registers& r) {
  const twin &a = r.any(), &b = r.any();
  compare(lcm(a.ours, b.ours), lcm(a.theirs, b.theirs), "lcm");
  r.store(gcd(a.ours, b.ours), gcd(a.theirs, b.theirs), "gcd");
}
void cofactors(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const bezout found = gcd_ext(a.ours, b.ours);
  compare(found.gcd, gcd(a.theirs, b.theirs), "gcd with cofactors");
  compare(found.s * a.ours + found.t * b.ours, gcd(a.theirs, b.theirs), "cofactors");
  r.store(found.gcd, gcd(a.theirs, b.theirs), "gcd with cofactors");
}
void inverse(registers& r) {
  const twin &a = r.any(), &n = r.any();
  mpz_class theirs;
  // GMP has no inverse modulo 1 in some versions, and 0 is one.
  const mpz_class magnitude = abs(n.theirs);
  const bool exists = magnitude > 1 && mpz_invert(theirs.get_mpz_t(), a.get(), n.get()) != 0;
  if (magnitude == 1) return;
  const std::optional<gpu_bigint> ours = try_invert(a.ours, n.ours);
  require(ours.has_value() == exists, "existence of an inverse");
  if (exists) r.store(*ours, theirs, "inverse");
}
void modular_power(registers& r) {
  const twin &a = r.any(), &e = r.any(), &n = r.any();
  if (n.theirs == 0 || n.bits() > most_modulus_bits || e.bits() > 256) return;
  mpz_class theirs;
  mpz_class unused;
  if (e.theirs < 0 && mpz_invert(unused.get_mpz_t(), a.get(), n.get()) == 0) return;
  mpz_powm(theirs.get_mpz_t(), a.get(), e.get(), n.get());
  compare(modulus(n.ours).power(a.ours, e.ours), theirs, "power of a modulus");
  r.store(powm(a.ours, e.ours, n.ours), theirs, "modular power");
}
void residues(registers& r) {
  const twin &a = r.any(), &b = r.any(), &n = r.any();
  if (n.theirs == 0) return;
  const modulus by(n.ours);
  const mpz_class magnitude = abs(n.theirs);
  mpz_class theirs;
  mpz_mod(theirs.get_mpz_t(), a.get(), magnitude.get_mpz_t());
  compare(by.reduce(a.ours), theirs, "residue");
  compare(mod_each(a.ours, std::vector{gpu_bigint(magnitude == 1 ? 3 : 1) * abs(n.ours)})[0],
          magnitude == 1 ? mpz_class((a.theirs % 3 + 3) % 3) : theirs, "residues");
  const mpz_class whole = a.theirs * b.theirs;
  mpz_mod(theirs.get_mpz_t(), whole.get_mpz_t(), magnitude.get_mpz_t());
  r.store(by.multiply(a.ours, b.ours), theirs, "modular product");
}
void symbols(registers& r) {
  const twin &a = r.any(), &b = r.any();
  require(kronecker(a.ours, b.ours) == mpz_kronecker(a.get(), b.get()), "Kronecker symbol");
  if (b.theirs > 0 && mpz_odd_p(b.get()) != 0)
    require(jacobi(a.ours, b.ours) == mpz_jacobi(a.get(), b.get()), "Jacobi symbol");
}
void prime(registers& r) {
  const twin& a = r.any();
  if (a.bits() > most_prime_bits) return;
  require(is_probable_prime(a.ours) == (mpz_probab_prime_p(a.get(), 25) != 0), "prime test");
  if (a.bits() > 128) return;
  mpz_class next;
  mpz_nextprime(next.get_mpz_t(), a.get());
  r.store(next_prime(a.ours), next, "next prime");
}
void remove_factor(registers& r) {
  const twin &a = r.any(), &b = r.any();
  if (abs(b.theirs) < 2) return;
  mpz_class rest;
  const mp_bitcnt_t times = mpz_remove(rest.get_mpz_t(), a.get(), b.get());
  const removed_factor ours = remove(a.ours, b.ours);
  require(a.theirs == 0 || ours.times == times, "how often a factor divides");
  r.store(ours.rest, rest, "number without a factor");
}
/// A sequence in both libraries.
struct word_function {
  const char* name;
  gpu_bigint (*ours)(std::uint64_t n);
  void (*theirs)(mpz_ptr result, unsigned long n);
};
void sequences(registers& r) {
  static constexpr word_function functions[] = {{"factorial", factorial, mpz_fac_ui},
                                                {"Fibonacci number", fibonacci, mpz_fib_ui},
                                                {"Lucas number", lucas, mpz_lucnum_ui},
                                                {"primorial", primorial, mpz_primorial_ui}};
  const unsigned long n = r.in().byte() * std::size_t{r.in().byte()} % 1500, k = r.in().byte();
  mpz_class theirs;
  const std::size_t which = r.in().below(std::size(functions) + 2);
  if (which < std::size(functions)) {
    const word_function& f = functions[which];
    f.theirs(theirs.get_mpz_t(), n);
    return r.store(f.ours(n), theirs, f.name);
  }
  if (which > std::size(functions)) {
    mpz_mfac_uiui(theirs.get_mpz_t(), n, 1 + k);
    return r.store(multifactorial(n, 1 + k), theirs, "multifactorial");
  }
  const twin& a = r.any();
  if (a.bits() > 200) return;
  mpz_bin_ui(theirs.get_mpz_t(), a.get(), k % 64);
  r.store(binomial(a.ours, k % 64), theirs, "binomial coefficient");
}

}  // namespace

std::span<const step> theory_steps() {
  static constexpr step steps[] = {divisors, cofactors, inverse,       modular_power, residues,
                                   symbols,  prime,     remove_factor, sequences};
  return steps;
}

}  // namespace gbi::fuzz
