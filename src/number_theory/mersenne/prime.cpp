/// \file
/// Whether a Mersenne number is prime, and Fermat's test, which uses mersenne_prp for Mersenne numbers.
#include <optional>
#include <stdexcept>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/modular.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/number_theory/mersenne/chain.hpp"
#include "src/process/concat.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi {

namespace {

/// The Lucas-Lehmer test in machine words, for primes 2 < p < 64.
bool is_short_mersenne_prime(std::uint64_t p) {
  const limb modulus = (limb{1} << p) - 1;
  limb s = 4 % modulus;
  for (std::uint64_t i = 0; i < p - 2; ++i)
    s = kernels::low_limb((kernels::wide_product(s, s) + modulus - 2) % modulus);
  return s == 0;
}

/// p, if n = 2^p - 1 is tested by squares modulo 2^p - 1. For smaller n, powm() is faster.
std::optional<std::uint64_t> long_mersenne_exponent(const gpu_bigint& n) {
  constexpr std::uint64_t shortest = 1 << 13;
  const std::uint64_t p = n.bit_length();
  if (p <= shortest || p >> 32 != 0 || !words::is_prime_word(p) || popcount(n) != p) return std::nullopt;
  return p;
}

}  // namespace

bool is_mersenne_prime(std::uint64_t exponent) {
  if (exponent < limb_bits)
    return exponent == 2 || (words::is_prime_word(exponent) && is_short_mersenne_prime(exponent));
  if (!words::is_prime_word(exponent)) return false;
  if (!mersenne_prp(exponent).is_probable_prime()) return false;
  // An error in the proof would make a prime look composite. Two equal nonzero residues show a pseudoprime.
  gpu_bigint before = 0;
  constexpr int most_proofs = 4;
  for (int i = 0; i < most_proofs; ++i) {
    lucas_lehmer proof(exponent);
    if (proof.is_prime()) return true;
    gpu_bigint residue = proof.residue();
    if (residue == before) return false;
    before = std::move(residue);
  }
  throw device_error(
      concat("2^", exponent,
             " - 1 is a probable prime, but four Lucas-Lehmer tests found four different residues: the "
             "hardware is faulty"));
}

bool prp(const gpu_bigint& n, const gpu_bigint& base) {
  const gpu_bigint modulus = abs(n);
  if (modulus < 2) return false;
  if (base == 3) {
    const scoped_context use(modulus.context());
    if (const auto exponent = long_mersenne_exponent(modulus))
      return mersenne_prp(*exponent).is_probable_prime();
  }
  return powm(base, modulus - 1, modulus) == 1;
}

bool prp(const gpu_bigint& n) {
  return prp(n, n.in_same_context(3));
}

}  // namespace gbi
