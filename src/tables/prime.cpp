#include "src/tables/prime.hpp"

#include <bit>
#include <random>

#include "kernels/word/wide_product.hpp"

namespace gbi::tables {

namespace {

std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  return kernels::low_limb(kernels::wide_product(a, b) % n);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t n) {
  std::uint64_t result = 1;
  for (base %= n; exponent > 0; exponent /= 2, base = product(base, base, n))
    if (exponent % 2 == 1) result = product(result, base, n);
  return result;
}

/// Whether `base` proves n composite, where n - 1 = d 2^s with d odd.
bool is_witness(std::uint64_t base, std::uint64_t n, std::uint64_t d, int s) {
  std::uint64_t x = power(base, d, n);
  if (x == 1 || x == n - 1) return false;
  for (int i = 1; i < s; ++i) {
    x = product(x, x, n);
    if (x == n - 1) return false;
  }
  return true;
}

}  // namespace

bool is_prime(std::uint64_t n) {
  constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (n < 2) return false;
  for (const std::uint64_t p : bases)
    if (n % p == 0) return n == p;
  const int s = std::countr_zero(n - 1);
  for (const std::uint64_t base : bases)
    if (is_witness(base, n, (n - 1) >> s, s)) return false;
  return true;
}

std::uint64_t random_prime() {
  std::random_device source;
  std::uniform_int_distribution<std::uint64_t> below((std::uint64_t{1} << 60) + 1,
                                                     (std::uint64_t{1} << 61) - 1);
  for (;;)
    if (const std::uint64_t n = below(source) | 1; is_prime(n)) return n;
}

}  // namespace gbi::tables
