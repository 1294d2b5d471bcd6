#include "examples/multiply/gmp_check.hpp"

#include <cmath>
#include <random>

namespace example {

using support::measured, support::median_seconds, support::seconds_of;

namespace {

static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t) && GMP_NAIL_BITS == 0);
constexpr int prime_bits = 61;
constexpr int primes = 5;

const mp_limb_t* limbs_of(const host_limbs& value) {
  return reinterpret_cast<const mp_limb_t*>(value.magnitude.data());
}

std::uint64_t random_prime() {
  std::random_device random;
  const std::uint64_t top = std::uint64_t{1} << (prime_bits - 1);
  const std::uint64_t start = top | ((std::uint64_t{random()} << 32 | random()) & (top - 1));
  gmp_integer prime(std::span(&start, 1), false);
  mpz_nextprime(prime, prime);
  return mpz_get_ui(prime);
}

std::uint64_t modulo(const host_limbs& value, std::uint64_t prime) {
  return value.magnitude.empty()
             ? 0
             : mpn_mod_1(limbs_of(value), static_cast<mp_size_t>(value.magnitude.size()), prime);
}

bool is_written_as(const gmp_integer& value, const std::string& text, int base) {
  std::string expected(mpz_sizeinbase(value, base) + 2, '\0');
  mpz_get_str(expected.data(), base, value);
  expected.resize(expected.find('\0'));
  return expected == text;
}

}  // namespace

gmp_integer::gmp_integer(std::span<const std::uint64_t> magnitude, bool negative) {
  mpz_init(value_);
  mpz_import(value_, magnitude.size(), -1, sizeof(std::uint64_t), 0, 0, magnitude.data());
  if (negative) mpz_neg(value_, value_);
}

gmp_integer::gmp_integer(const std::string& text, int base) {
  mpz_init_set_str(value_, text.c_str(), base);
}

host_limbs download(const gbi::gpu_bigint& value) {
  return {value.to_limbs(), value.sign() < 0};
}

double expected_gmp_seconds(std::uint64_t bits_a, std::uint64_t bits_b) {
  constexpr double sample_bits = 1 << 22;
  const std::vector<std::uint64_t> ones(static_cast<std::size_t>(sample_bits) / 64, 0x5555'5555'5555'5555);
  const gmp_integer a(ones, false), b(std::span<const std::uint64_t>(ones).subspan(1), false);
  gmp_integer c;
  const double sample = seconds_of([&] { mpz_mul(c, a, b); });
  // Quasi-linear time, and even slower once the operands exceed the caches.
  constexpr double growth = 1.12;
  return sample * std::pow(static_cast<double>(bits_a + bits_b) / 2 / sample_bits, growth);
}

comparison compare_with_gmp(const gmp_integer& a, const gmp_integer& b, const host_limbs& product,
                            const std::string& text, int base, int repeat) {
  gmp_integer expected;
  const measured time = median_seconds(repeat, false, [&] { mpz_mul(expected, a, b); });

  const auto size = static_cast<mp_size_t>(product.magnitude.size());
  mpz_t ours;
  mpz_roinit_n(ours, limbs_of(product), product.negative ? -size : size);
  if (mpz_cmp(expected, ours) != 0) {
    gmp_integer difference;
    mpz_sub(difference, expected, ours);
    return {false, "against GMP", "the lowest wrong bit is bit " + std::to_string(mpz_scan1(difference, 0)),
            time};
  }
  if (!text.empty() && !is_written_as(expected, text, base))
    return {false, "against GMP", "the product is right, its text is not", time};
  return {true, "against GMP", "", time};
}

comparison compare_modulo_primes(const host_limbs& a, const host_limbs& b, const host_limbs& product) {
  comparison result{
      true, "modulo " + std::to_string(primes) + " random " + std::to_string(prime_bits) + "-bit primes", "",
      std::nullopt};
  const bool zero = a.magnitude.empty() || b.magnitude.empty();
  if (product.negative != (!zero && a.negative != b.negative)) {
    result.equal = false;
    result.difference = "wrong sign";
  }
  for (int i = 0; i < primes && result.equal; ++i) {
    const std::uint64_t prime = random_prime();
    const gmp_integer modulus(std::span(&prime, 1), false);
    gmp_integer expected;
    mpz_set_ui(expected, modulo(a, prime));
    mpz_mul_ui(expected, expected, modulo(b, prime));
    mpz_mod(expected, expected, modulus);
    if (mpz_cmp_ui(static_cast<mpz_srcptr>(expected), modulo(product, prime)) != 0) {
      result.equal = false;
      result.difference = "wrong modulo " + std::to_string(prime);
    }
  }
  return result;
}

}  // namespace example
