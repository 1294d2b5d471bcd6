/// \file
/// Factorials and primorials, from the factorisation of the result if that is known.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "gpu_bigint/sequences.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/primes/prime_powers.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "src/process/concat.hpp"

namespace gbi {

using kernels::exponent_in_factorial;
using number_theory::bits_of_factorial, number_theory::odd_part_of, number_theory::require_feasible;

namespace {

/// base^exponent, queued. The bit length of the base is known, so this does not wait.
gpu_bigint power_of_word(std::uint64_t base, std::uint64_t exponent) {
  const auto twos = static_cast<std::uint64_t>(std::countr_zero(base));
  return number_theory::product_of({{2, twos * exponent}, {base >> twos, exponent}});
}

/// The multifactorial of n, for n and step without a common factor.
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
  // Measured: so few factors are multiplied before their primes are found.
  constexpr std::uint64_t few_factors = 500;
  if (n <= few_factors) {
    number_theory::packed_words words;
    for (std::uint64_t i = 2; i <= n; ++i) words.multiply(i);
    return number_theory::product_of_words(words.words());
  }
  const faults::operation_scope scope("factorial", n);
  require_feasible(n, bits_of_factorial(static_cast<double>(n)), concat("factorial of ", n));
  return odd_part_of({.above = {n}}, n) << static_cast<std::int64_t>(exponent_in_factorial(n, 2));
}

gpu_bigint double_factorial(std::uint64_t n) {
  const faults::operation_scope scope("double factorial", n);
  const std::uint64_t half = n / 2;
  const auto factors = static_cast<double>(half);
  require_feasible(n, bits_of_factorial(factors) + factors, concat("double factorial of ", n));
  // (2m)!! = 2^m m!, (2m + 1)!! = (2m + 1)! / (2m)!!
  if (n % 2 == 1) return odd_part_of({.above = {n}, .below = {half}}, n);
  return odd_part_of({.above = {half}}, half)
         << static_cast<std::int64_t>(half + exponent_in_factorial(half, 2));
}

gpu_bigint multifactorial(std::uint64_t n, std::uint64_t step) {
  const auto name = [&] { return concat("multifactorial of ", n, " in steps of ", step); };
  if (step == 0) throw std::domain_error(name() + ": the step must not be 0");
  const std::uint64_t factors = n / step + (n % step == 0 ? 0 : 1);
  const double above_last = std::max(0.0, static_cast<double>(factors) - 1);
  const double bits = bits_of_factorial(above_last) + above_last * std::log2(static_cast<double>(step));
  require_feasible(factors, bits, name());
  if (step > 2) numbers::require_host_memory(bits / 8, name());  // the factors, packed into words
  const faults::operation_scope scope("multifactorial", n, step);
  const std::uint64_t common = std::gcd(n, step);
  const gpu_bigint reduced = coprime_multifactorial(n / common, step / common);
  return common == 1 ? reduced : power_of_word(common, factors) * reduced;
}

gpu_bigint primorial(std::uint64_t n) {
  const faults::operation_scope scope("primorial", n);
  // The logarithm of the primorial is n. From n = 10^4 on the relative error is below 2 % (J. B. Rosser, L.
  // Schoenfeld, Illinois J. Math. 6, 1962).
  require_feasible(n, 0.98 * static_cast<double>(n) * std::numbers::log2e, concat("primorial of ", n));
  return odd_part_of({.primorial = true}, n) << (n >= 2 ? 1 : 0);
}

}  // namespace gbi
