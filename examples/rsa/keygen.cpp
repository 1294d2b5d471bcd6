#include "examples/rsa/keygen.hpp"

#include <algorithm>
#include <gpu_bigint/batch_mask.hpp>
#include <gpu_bigint/batch_primes.hpp>
#include <gpu_bigint/bigint_batch.hpp>
#include <stdexcept>
#include <string>

namespace example {

namespace {

/// The parts of all keys: one batch for each part, one element for each key.
struct key_batches {
  gbi::bigint_batch n, e, d, p, q, exponent_p, exponent_q, coefficient;
};

/// Random primes p for which the public exponent has an inverse modulo p - 1: p is not 1 modulo the exponent,
/// which is a prime.
gbi::bigint_batch factors(std::size_t count, std::size_t bits, gbi::random_engine& random) {
  const auto one = gbi::bigint_batch::filled(count, gbi::gpu_bigint(1), 64);
  const auto e = gbi::bigint_batch::filled(count, gbi::gpu_bigint(public_exponent), 64);
  auto primes = random_primes(count, bits, random);
  for (;;) {
    const gbi::batch_mask is_unfit = div_rem(primes, e).remainder == one;
    const std::vector<bool> unfit = is_unfit.to_vector();
    if (std::find(unfit.begin(), unfit.end(), true) == unfit.end()) return primes;
    primes = select(is_unfit, random_primes(count, bits, random), primes);
  }
}

key_batches from_primes(const gbi::bigint_batch& a, const gbi::bigint_batch& b) {
  const auto filled = [&](std::uint32_t value, std::size_t bits) {
    return gbi::bigint_batch::filled(a.size(), gbi::gpu_bigint(value), bits);
  };
  const gbi::batch_mask is_less = a < b;
  const auto p = select(is_less, b, a), q = select(is_less, a, b);
  const auto one = filled(1, a.bits());
  const auto e = filled(public_exponent, 64);
  const auto p_minus_one = p - one, q_minus_one = q - one;
  const auto totient = mul_full(p_minus_one, q_minus_one);
  const auto least = div_rem(totient, gcd(p_minus_one, q_minus_one)).quotient;  // Carmichael's function of n
  return {mul_full(p, q),         e,           invert(e, least), p, q, invert(e, p_minus_one),
          invert(e, q_minus_one), invert(q, p)};
}

/// For each key, whether decryption undoes encryption. Each power has its own modulus and exponent.
std::vector<bool> brings_back(const key_batches& keys, gbi::random_engine& random) {
  const std::size_t count = keys.n.size(), bits = keys.n.bits(), each = bits / 64;
  std::vector<std::uint64_t> limbs = random.bits(count * bits).to_limbs();
  limbs.resize(count * each);
  for (std::size_t g = 0; g < count; ++g) limbs[g * each + each - 1] >>= 1;  // below the modulus
  const auto messages = gbi::bigint_batch::from_limbs(limbs, count, bits);
  const gbi::odd_moduli n = keys.n;
  return (pow_mod(pow_mod(messages, keys.e, n), keys.d, n) == messages).to_vector();
}

}  // namespace

std::vector<private_key> generate_keys(std::size_t count, std::size_t bits, gbi::random_engine& random) {
  const auto first = factors(count, bits / 2, random), second = factors(count, bits / 2, random);
  const key_batches keys = from_primes(first, second);
  const std::vector<bool> good = brings_back(keys, random);
  std::vector<private_key> result;
  for (std::size_t g = 0; g < count; ++g) {
    if (!good[g]) throw std::runtime_error("key " + std::to_string(g) + " does not decrypt what it encrypts");
    result.push_back({{keys.n[g], keys.e[g]},
                      keys.d[g],
                      keys.p[g],
                      keys.q[g],
                      keys.exponent_p[g],
                      keys.exponent_q[g],
                      keys.coefficient[g]});
  }
  return result;
}

}  // namespace example
