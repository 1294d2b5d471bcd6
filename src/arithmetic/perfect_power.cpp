/// \file
/// Tests for perfect powers. Only one in k integers is a k-th power modulo a prime p = 1 (mod k), so a
/// remainder rules out almost every exponent k (E. Bach, J. Sorenson, "Sieve algorithms for perfect power
/// testing", Algorithmica 9, 1993).
#include <vector>

#include "gpu_bigint/roots.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/number/host_words.hpp"
#include "src/words/division/root.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi {

namespace {

limb power_modulo(limb base, limb exponent, limb modulus) {
  limb result = 1 % modulus;
  for (base %= modulus; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = static_cast<limb>(kernels::wide_product(result, base) % modulus);
    base = static_cast<limb>(kernels::wide_product(base, base) % modulus);
  }
  return result;
}

/// Returns false only if a is certainly not a k-th power.
bool may_be_power(const gpu_bigint& a, limb k) {
  const limb p = words::prime_above(limb{1} << 20, k);
  const std::vector<limb> remainder = (a % p).to_limbs();
  return remainder.empty() || power_modulo(remainder.front(), (p - 1) / k, p) == 1;
}

}  // namespace

bool is_perfect_square(const gpu_bigint& a) {
  if (const detail::short_view own = numbers::words_within(a, &plan::word_limits::root)) {
    if (own.size == 0 || own.negative) return own.size == 0;
    const numbers::word_memory scratch(words::square_root_scratch(own.size) + own.size + 2);
    return words::is_perfect_square(own.limbs, own.size, scratch.data());
  }
  return a.sign() >= 0 && sqrt_rem(a).remainder.sign() == 0;
}

bool is_perfect_power(const gpu_bigint& a) {
  // A negative number can be a power only with an odd exponent.
  if (const detail::short_view own = numbers::words_within(a, &plan::word_limits::root);
      own && !own.negative && own.size > 0) {
    const numbers::word_memory scratch(words::root_scratch(own.size) + 2 * own.size);
    return words::is_perfect_power(own.limbs, own.size, scratch.data());
  }
  const std::size_t bits = a.bit_length();
  if (bits <= 1) return true;
  const scoped_context use(a.context());
  const gpu_bigint magnitude = abs(a);
  for (limb k = a.sign() < 0 ? 3 : 2; k < bits; ++k)
    if (words::is_prime_word(k) && may_be_power(magnitude, k) && root_rem(magnitude, k).remainder.sign() == 0)
      return true;
  return false;
}

}  // namespace gbi
