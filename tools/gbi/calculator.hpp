/// \file
/// The operations of the program on numbers, with a check of every result if asked for.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "tools/gbi/residue.hpp"

namespace program {

/// A result that its check refuted.
class wrong_result : public std::runtime_error {
 public:
  explicit wrong_result(const std::string& operation)
      : std::runtime_error(operation + ": the result is wrong") {}
};

/// Computes with the library. With `verify` each result is checked on the processor modulo two random primes:
/// products and powers by what they are made of, quotients and roots by their definition, gcds by their
/// cofactors, powers modulo m by the same power modulo m q for another prime q, primality by more rounds.
/// All functions throw what the library's functions throw, and wrong_result.
class calculator {
 public:
  explicit calculator(bool verify);

  bool verifies() const { return first_.has_value(); }

  gbi::gpu_bigint add(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  gbi::gpu_bigint subtract(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  gbi::gpu_bigint multiply(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  /// Rounded towards minus infinity: the remainder has the sign of b, as in Python.
  gbi::quotient_remainder divide(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  gbi::gpu_bigint power(const gbi::gpu_bigint& a, std::uint64_t exponent) const;
  /// The result has the sign of n, as in Python.
  gbi::gpu_bigint power_mod(const gbi::gpu_bigint& a, const gbi::gpu_bigint& exponent,
                            const gbi::gpu_bigint& n) const;
  gbi::gpu_bigint gcd(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  gbi::gpu_bigint lcm(const gbi::gpu_bigint& a, const gbi::gpu_bigint& b) const;
  gbi::gpu_bigint invert(const gbi::gpu_bigint& a, const gbi::gpu_bigint& n) const;
  gbi::gpu_bigint square_root(const gbi::gpu_bigint& a) const;
  gbi::gpu_bigint root(const gbi::gpu_bigint& a, std::uint64_t k) const;
  gbi::gpu_bigint factorial(std::uint64_t n) const;
  gbi::gpu_bigint fibonacci(std::uint64_t n) const;
  gbi::gpu_bigint lucas(std::uint64_t n) const;
  gbi::gpu_bigint binomial(const gbi::gpu_bigint& n, std::uint64_t k) const;
  bool is_prime(const gbi::gpu_bigint& n, int rounds) const;
  gbi::gpu_bigint next_prime(const gbi::gpu_bigint& n) const;
  gbi::gpu_bigint previous_prime(const gbi::gpu_bigint& n) const;

  /// Runs `holds` with both primes. \throws wrong_result unless it is true for both.
  template <class Test>
  void check(const char* operation, Test&& holds) const {
    if (first_ && !(holds(*first_) && holds(*second_))) throw wrong_result(operation);
  }

 private:
  std::optional<prime_field> first_, second_;
};

}  // namespace program
