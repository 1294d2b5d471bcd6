/// \file
/// Products of many numbers, and combinatorial sequences built from them.
///
/// Results are in the current context; a product of numbers is in the context of its factors. Short results
/// are computed in host words. On CUDA, everything else is queued and returns at once. Only a binomial
/// coefficient of a gpu_bigint waits for the device. Any function may throw device_error, out_of_memory if
/// memory cannot hold the result and its last product, std::length_error if the result is longer than the
/// longest product (multiply() in arithmetic.hpp), and std::domain_error for a negative built-in integer.
/// Only the upper argument of a binomial coefficient may be negative. All of these exceptions are thrown
/// before any work: sequences first check that there are a transform and memory for their last product.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The product of all factors, 1 if there are none. Factors of similar length are multiplied in pairs, all
/// pairs of a length at once: O(M(n) log k) for k factors with n limbs in total.
/// \throws std::invalid_argument if the factors live in different contexts.
[[nodiscard]] GBI_API gpu_bigint product(std::span<const gpu_bigint> factors);

/// The product of words. A few words are multiplied in host words, many on the device: short runs in one
/// launch, then a tree of batched products. O(M(n) log k) for k factors with n limbs in total.
[[nodiscard]] GBI_API gpu_bigint product(std::span<const std::uint64_t> factors);

/// n! = 1 2 ... n. O(M(N)) for the N = n log2 n bits of the result, plus a sieve up to n. The product of p^e
/// over the primes p is the square of the product with exponents floor(e / 2), times the primes with odd e.
/// \throws std::length_error for n >= 2^36, and for n above about 5.5 10^9, whose factorials are longer than
/// the longest product.
///
/// Source: A. Schoenhage, A. F. W. Grotefeld, E. Vetter, "Fast Algorithms" (1994), section 7.2.
[[nodiscard]] GBI_API gpu_bigint factorial(std::uint64_t n);

/// n!! = n (n - 2) (n - 4) ..., in the time of a factorial of the same length.
/// \throws std::length_error for n >= 2^36, and for n above about 10^10.
[[nodiscard]] GBI_API gpu_bigint double_factorial(std::uint64_t n);

/// n (n - step) (n - 2 step) ..., down to the last positive factor. A common factor of n and step is factored
/// out as a power. The rest is a factorial, a double factorial, or a tree of products: O(M(N) log N) for the
/// N bits of the result.
/// \throws std::domain_error for step = 0.
/// \throws std::length_error for n / step >= 2^36.
[[nodiscard]] GBI_API gpu_bigint multifactorial(std::uint64_t n, std::uint64_t step);

/// n! / (k! (n - k)!), 0 for k > n. Let j be the smaller of k and n - k. O(M(N) log N) for the N bits of the
/// result, plus the cheaper of two methods: O(n) word operations with the primes up to n, or O(j log log j)
/// by cancelling common factors in the words n - j + 1, ..., n. No number is divided.
/// \throws std::length_error for j >= 2^36.
///
/// Source: E. Kummer, "Ueber die Ergaenzungssaetze ..." (1852) for the exponents of primes.
[[nodiscard]] GBI_API gpu_bigint binomial(std::uint64_t n, std::uint64_t k);

/// n (n - 1) ... (n - k + 1) / k! for any n, including negative ones, in the context of n; 0 for 0 <= n < k.
/// If n (or k - n - 1 for a negative n) is a word, the coefficient is computed as for words. Otherwise it
/// takes a product of j numbers and a division. O(M(N) log N). Waits for the size of n.
/// \throws std::length_error for j >= 2^36.
[[nodiscard]] GBI_API gpu_bigint binomial(const gpu_bigint& n, std::uint64_t k);

/// The product of all primes up to n. O(M(N) log N) for the N = 1.44 n bits of the result.
/// \throws std::length_error for n >= 2^36.
[[nodiscard]] GBI_API gpu_bigint primorial(std::uint64_t n);

/// F(n), where F(0) = 0, F(1) = 1 and F(n) = F(n - 1) + F(n - 2). O(M(n)): two squares for every bit of n,
/// and one product for the last bit.
/// \throws std::length_error for n above about 1.8 10^11, or 7 10^10 without verification.
///
/// Source: the doubling formulas of D. Takahashi, "A fast algorithm for computing large Fibonacci numbers",
/// Inf. Process. Lett. 75 (2000).
[[nodiscard]] GBI_API gpu_bigint fibonacci(std::uint64_t n);
/// F(n) and F(n - 1); F(-1) = 1. Costs and exceptions as for fibonacci.
[[nodiscard]] GBI_API std::pair<gpu_bigint, gpu_bigint> fibonacci_pair(std::uint64_t n);

/// L(n), where L(0) = 2, L(1) = 1 and L(n) = L(n - 1) + L(n - 2). Costs and exceptions as for fibonacci.
[[nodiscard]] GBI_API gpu_bigint lucas(std::uint64_t n);
/// L(n) and L(n - 1); L(-1) = -1. Costs and exceptions as for fibonacci.
[[nodiscard]] GBI_API std::pair<gpu_bigint, gpu_bigint> lucas_pair(std::uint64_t n);

/// \cond counts
// Calls with built-in integers other than words. A negative one must not become a large word.
template <detail::other_count T>
[[nodiscard]] gpu_bigint factorial(T n) {
  return factorial(detail::as_count(n, "factorial: the argument"));
}
template <detail::other_count T>
[[nodiscard]] gpu_bigint double_factorial(T n) {
  return double_factorial(detail::as_count(n, "double factorial: the argument"));
}
template <builtin_integer N, builtin_integer Step>
requires(detail::other_count<N> || detail::other_count<Step>) [[nodiscard]] gpu_bigint
    multifactorial(N n, Step step) {
  return multifactorial(detail::as_count(n, "multifactorial: the argument"),
                        detail::as_count(step, "multifactorial: the step"));
}
template <detail::other_count K>
[[nodiscard]] gpu_bigint binomial(const gpu_bigint& n, K k) {
  return binomial(n, detail::as_count(k, "binomial coefficient: the lower argument"));
}
template <builtin_integer N, builtin_integer K>
requires(detail::other_count<N> || detail::other_count<K>) [[nodiscard]] gpu_bigint binomial(N n, K k) {
  const std::uint64_t lower = detail::as_count(k, "binomial coefficient: the lower argument");
  if (n < N(0) || static_cast<detail::uint128>(n) > ~std::uint64_t{0}) return binomial(gpu_bigint(n), lower);
  return binomial(static_cast<std::uint64_t>(n), lower);
}
template <detail::other_count T>
[[nodiscard]] gpu_bigint primorial(T n) {
  return primorial(detail::as_count(n, "primorial: the argument"));
}
template <detail::other_count T>
[[nodiscard]] gpu_bigint fibonacci(T n) {
  return fibonacci(detail::as_count(n, "Fibonacci number: the index"));
}
template <detail::other_count T>
[[nodiscard]] std::pair<gpu_bigint, gpu_bigint> fibonacci_pair(T n) {
  return fibonacci_pair(detail::as_count(n, "Fibonacci number: the index"));
}
template <detail::other_count T>
[[nodiscard]] gpu_bigint lucas(T n) {
  return lucas(detail::as_count(n, "Lucas number: the index"));
}
template <detail::other_count T>
[[nodiscard]] std::pair<gpu_bigint, gpu_bigint> lucas_pair(T n) {
  return lucas_pair(detail::as_count(n, "Lucas number: the index"));
}
/// \endcond

}  // namespace gbi
