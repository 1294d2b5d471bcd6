/// \file
/// Factorials and primorials, by the factorisation of the result where it is known.
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

#include "gpu_bigint/sequences.hpp"
#include "src/number_theory/prime_powers.hpp"
#include "src/number_theory/product_tree.hpp"

namespace gbi {

using number_theory::exponent_in_factorial, number_theory::product_over_primes;

namespace {

/// base^exponent, queued: the bit length of the base is known here.
gpu_bigint power_of_word(std::uint64_t base, std::uint64_t exponent) {
  const auto twos = static_cast<std::uint64_t>(std::countr_zero(base));
  return number_theory::product_of({{2, twos * exponent}, {base >> twos, exponent}});
}

/// The multifactorial of n and step without a common factor.
gpu_bigint coprime_multifactorial(std::uint64_t n, std::uint64_t step) {
  if (step == 1) return factorial(n);
  if (step == 2) return double_factorial(n);
  number_theory::packed_words words;
  for (; n > step; n -= step) words.multiply(n);
  words.multiply(n);
  return number_theory::product_of_words(words.words());
}

}  // namespace

gpu_bigint factorial(std::uint64_t n) {
  return product_over_primes(n, "factorial", [n](std::uint64_t p) { return exponent_in_factorial(n, p); });
}

gpu_bigint double_factorial(std::uint64_t n) {
  const std::uint64_t half = n / 2;
  // (2m)!! = 2^m m!, (2m + 1)!! = (2m + 1)! / (2m)!!
  return product_over_primes(n, "double factorial", [n, half](std::uint64_t p) {
    const std::uint64_t even = exponent_in_factorial(half, p) + (p == 2 ? half : 0);
    return n % 2 == 0 ? even : exponent_in_factorial(n, p) - even;
  });
}

gpu_bigint multifactorial(std::uint64_t n, std::uint64_t step) {
  const auto name = [&] {
    return "multifactorial of " + std::to_string(n) + " in steps of " + std::to_string(step);
  };
  if (step == 0) throw std::domain_error(name() + ": it would have no end");
  const std::uint64_t factors = n / step + (n % step == 0 ? 0 : 1);
  if (factors >> 36 != 0) throw std::length_error(name() + ": the result is longer than the longest product");
  const std::uint64_t common = std::gcd(n, step);
  const gpu_bigint reduced = coprime_multifactorial(n / common, step / common);
  return common == 1 ? reduced : power_of_word(common, factors) * reduced;
}

gpu_bigint primorial(std::uint64_t n) {
  return product_over_primes(n, "primorial", [](std::uint64_t) { return std::uint64_t{1}; });
}

}  // namespace gbi
