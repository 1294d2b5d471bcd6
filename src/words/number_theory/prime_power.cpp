#include "src/words/number_theory/prime_power.hpp"

#include "src/words/division/divide.hpp"

namespace gbi::words {

limb power_modulo_prime(limb base, const limb* exponent, std::size_t n, limb prime) noexcept {
  limb power = base % prime, result = 1;
  if (power == 0) return 0;
  for (limb left = remainder_1(exponent, n, prime - 1); left > 0; left >>= 1) {
    if (left % 2 == 1) result = result * power % prime;
    power = power * power % prime;
  }
  return result;
}

limb power_modulo_prime(limb base, limb exponent, const kernels::small_modulus& prime) noexcept {
  limb result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent % 2 == 1) result = prime.multiply(result, base);
    base = prime.multiply(base, base);
  }
  return result;
}

}  // namespace gbi::words
