/// \file
/// Paillier's cryptosystem: anyone who has the public key can add encrypted numbers without seeing them. Here
/// a list of amounts is encrypted, added up in encrypted form, and decrypted.
///
///     paillier [bits of the key [amounts]]
///
/// What one learns: batches. All amounts are encrypted at once, each with its own random number, by powers
/// modulo n^2. For experiments only: random_engine is not cryptographic, and nothing takes constant time.
/// Source: P. Paillier, "Public-Key Cryptosystems Based on Composite Degree Residuosity Classes" (1999).
#include <cstddef>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using gbi::bigint_batch;
using gbi::gpu_bigint;

/// A random prime whose two highest bits are set, so that the product of two has twice as many bits.
gpu_bigint random_prime(std::size_t bits, gbi::random_engine& random) {
  return gbi::next_prime(random.bits(bits - 2) + (gpu_bigint{3} << static_cast<std::int64_t>(bits - 2)));
}

class public_key {
 public:
  explicit public_key(const gpu_bigint& n) : n_(n), square_(n * n) {}

  const gpu_bigint& n() const { return n_; }
  const gbi::odd_moduli& square() const { return square_; }

  /// (1 + n)^m r^n mod n^2 = (1 + m n) r^n mod n^2 for random r.
  bigint_batch encrypt(const bigint_batch& amounts, gbi::random_engine& random) const {
    std::vector<gpu_bigint> r(amounts.size());
    for (gpu_bigint& each : r) each = 1 + random.below(n_ - 1);
    const std::size_t count = amounts.size(), bits = square_.bits();
    const auto one = bigint_batch::filled(count, 1, bits), n = bigint_batch::filled(count, n_, bits);
    return mul_mod(one + n * amounts, pow_mod(bigint_batch::from_numbers(r, bits), n_, square_), square_);
  }

  /// A sum of plain numbers is a product of encrypted ones.
  bigint_batch add(const bigint_batch& a, const bigint_batch& b) const { return mul_mod(a, b, square_); }
  gpu_bigint sum(const std::vector<gpu_bigint>& encrypted) const {
    return gbi::product(encrypted) % (n_ * n_);
  }

 private:
  gpu_bigint n_;
  gbi::odd_moduli square_;
};

class private_key {
 public:
  private_key(const gpu_bigint& p, const gpu_bigint& q)
      : open_(p * q), exponent_(gbi::lcm(p - 1, q - 1)), inverse_(gbi::invert(exponent_, open_.n())) {}

  const public_key& open() const { return open_; }

  /// (c^exponent mod n^2 - 1) / n / exponent mod n.
  bigint_batch decrypt(const bigint_batch& encrypted) const {
    const std::size_t count = encrypted.size(), bits = open_.square().bits(), half = open_.n().bit_length();
    const auto power = pow_mod(encrypted, exponent_, open_.square()) - bigint_batch::filled(count, 1, bits);
    const auto quotient = div_rem(power, bigint_batch::filled(count, open_.n(), half)).quotient.resized(half);
    return mul_mod(quotient, bigint_batch::filled(count, inverse_, half), open_.n());
  }

 private:
  public_key open_;
  gpu_bigint exponent_, inverse_;
};

std::vector<gpu_bigint> numbers(const bigint_batch& batch) {
  std::vector<gpu_bigint> result;
  for (std::size_t i = 0; i < batch.size(); ++i) result.push_back(batch[i]);
  return result;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t bits = argc > 1 ? std::stoull(argv[1]) : 1024,
                    count = argc > 2 ? std::stoull(argv[2]) : 32;
  gbi::random_engine random(2024);
  const private_key key(random_prime(bits / 2, random), random_prime(bits / 2, random));
  const public_key& open = key.open();
  std::cout << "public key: n of " << open.n().bit_length() << " bits, encrypted amounts of "
            << open.square().bits() << " bits\n";

  std::vector<gpu_bigint> salaries(count), bonuses(count);
  for (gpu_bigint& salary : salaries) salary = 2000 + random.below(8000);
  for (gpu_bigint& bonus : bonuses) bonus = random.below(500);
  const auto encrypted = [&](const std::vector<gpu_bigint>& amounts) {
    return open.encrypt(bigint_batch::from_numbers(amounts, open.n().bit_length()), random);
  };
  // The party that adds sees only encrypted numbers: first pairs, then everything.
  const bigint_batch pay = open.add(encrypted(salaries), encrypted(bonuses));
  const gpu_bigint total = open.sum(numbers(pay));

  std::vector<gpu_bigint> sums(count);
  for (std::size_t i = 0; i < count; ++i) sums[i] = salaries[i] + bonuses[i];
  const bool each_right = numbers(key.decrypt(pay)) == sums;
  const gpu_bigint sum = key.decrypt(bigint_batch::filled(1, total, pay.bits()))[0],
                   expected = std::reduce(sums.begin(), sums.end(), gpu_bigint{});
  std::cout << count << " sums of two encrypted amounts: " << (each_right ? "right" : "WRONG") << '\n'
            << "sum of all, decrypted: " << sum << (sum == expected ? ", right" : ", WRONG") << '\n';
  return each_right && sum == expected ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "paillier: " << error.what() << '\n';
  return 2;
}
