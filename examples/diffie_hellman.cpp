/// \file
/// Diffie-Hellman over the groups of RFC 3526: a server agrees on secrets with many clients at once.
///
///     diffie_hellman [bits of the group [clients]]
///
/// What one learns: powers of many bases with many exponents modulo one number, in a single call. The primes
/// are computed from their formula with a fixed-point pi. For experiments only: random_engine is not
/// cryptographic, and nothing takes constant time. Source: RFC 3526, "More Modular Exponential (MODP)
/// Diffie-Hellman groups" (2003).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using gbi::bigint_batch;
using gbi::gpu_bigint;

gpu_bigint power_of_two(std::size_t exponent) {
  return gpu_bigint{1} << static_cast<std::int64_t>(exponent);
}

/// The inverse tangent of 1/x times `one`.
gpu_bigint scaled_arctan(std::int64_t x, const gpu_bigint& one) {
  gpu_bigint sum, power = one / x;
  for (std::int64_t k = 1; power != 0; k += 2, power /= -x * x) sum += power / k;
  return sum;
}

/// pi 2^bits, rounded down. Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
gpu_bigint scaled_pi(std::size_t bits) {
  constexpr std::int64_t guard = 64;
  const gpu_bigint one = power_of_two(bits) << guard;
  return (16 * scaled_arctan(5, one) - 4 * scaled_arctan(239, one)) >> guard;
}

/// The c that makes p = 2^n - 2^(n - 64) - 1 + 2^64 ([2^(n - 130) pi] + c) a safe prime of n bits.
const std::map<std::size_t, std::uint64_t> rfc_3526{{1536, 741804}, {2048, 124476}, {3072, 1690314},
                                                    {4096, 240904}, {6144, 929484}, {8192, 4743158}};

gpu_bigint prime_of(std::size_t bits) {
  const auto found = rfc_3526.find(bits);
  if (found == rfc_3526.end())
    throw std::invalid_argument("RFC 3526 has no group of " + std::to_string(bits) + " bits");
  return power_of_two(bits) - power_of_two(bits - 64) - 1 + ((scaled_pi(bits - 130) + found->second) << 64);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t bits = argc > 1 ? std::stoull(argv[1]) : 2048,
                    clients = argc > 2 ? std::stoull(argv[2]) : 32;
  const gpu_bigint p = prime_of(bits), generator = 2;
  const bool safe = gbi::is_probable_prime(p) && gbi::is_probable_prime((p - 1) / 2);
  std::cout << "p = 0x" << std::hex << p << std::dec << '\n'
            << "p and (p - 1) / 2 are prime: " << (safe ? "yes" : "NO") << '\n';

  constexpr std::size_t secret_bits = 512;  // twice the strength of the largest group
  gbi::random_engine random(2024);
  const gbi::odd_moduli group(p);
  std::vector<gpu_bigint> drawn(clients);
  for (gpu_bigint& secret : drawn) secret = random.bits(secret_bits);

  // Each side publishes a power of the generator. Raised to one's own secret, the other side's power is the
  // shared secret.
  const bigint_batch client_secrets = bigint_batch::from_numbers(drawn, secret_bits);
  const bigint_batch client_keys =
      pow_mod(bigint_batch::filled(clients, generator, bits), client_secrets, group);
  const gpu_bigint server_secret = random.bits(secret_bits),
                   server_key = gbi::powm(generator, server_secret, p);

  const bigint_batch of_clients =
      pow_mod(bigint_batch::filled(clients, server_key, bits), client_secrets, group);
  const bigint_batch of_server = pow_mod(client_keys, server_secret, group);
  const std::vector<bool> same = (of_clients == of_server).to_vector();
  const auto agreed = std::count(same.begin(), same.end(), true);
  std::cout << agreed << " of " << clients << " clients share a secret with the server\n";
  return safe && agreed == static_cast<std::ptrdiff_t>(clients) ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "diffie_hellman: " << error.what() << '\n';
  return 2;
}
