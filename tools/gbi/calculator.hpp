/// \file
/// The program's operations on numbers, with a check of every result on request.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "tools/gbi/prime_field.hpp"

namespace program {

/// A result that failed its check.
class wrong_result : public std::runtime_error {
 public:
  explicit wrong_result(const std::string& operation)
      : std::runtime_error(operation + ": the result is wrong") {}
};

/// A number that is longer than the user's limit, or than any memory.
class too_long : public std::length_error {
 public:
  using std::length_error::length_error;
};

/// Longer results are refused if the user sets no limit.
inline constexpr std::uint64_t most_bits_by_default = std::uint64_t{1} << 40;

/// Computes with the library. Results of more than `max_bits` bits are refused before the work begins. With
/// `verify` each result is checked on the processor modulo two random primes: products and powers from their
/// operands, quotients and roots by their definition, gcds by their cofactors, powers modulo m by the same
/// power modulo m q for another prime q, and primality by more rounds. All functions throw wrong_result,
/// too_long, and whatever the library's functions throw.
class calculator {
 public:
  explicit calculator(bool verify, std::uint64_t max_bits = most_bits_by_default);

  bool verifies() const { return first_.has_value(); }
  std::uint64_t max_bits() const { return max_bits_; }
  /// \param least_bits a lower bound on the length of a result. \throws too_long if the limit is lower
  void require_length(const char* what, double least_bits) const;
  /// Returns the number itself. \throws too_long
  gbi::gpu_bigint checked_length(const char* what, gbi::gpu_bigint value) const;

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

  gbi::gpu_bigint primorial(std::uint64_t n) const;

  /// \name Numbers in slabs
  /// Checked like the others, modulo both primes.
  /// \{
  gbi::distributed_bigint add(const gbi::distributed_bigint& a, const gbi::distributed_bigint& b) const;
  gbi::distributed_bigint multiply(const gbi::distributed_bigint& a, const gbi::distributed_bigint& b) const;
  gbi::distributed_bigint multiply(const gbi::distributed_bigint& a, std::int64_t b) const;
  gbi::distributed_quotient_remainder divide(const gbi::distributed_bigint& a,
                                             const gbi::distributed_bigint& b) const;
  gbi::distributed_bigint power(const gbi::distributed_bigint& a, std::uint64_t exponent) const;
  gbi::distributed_bigint square_root(const gbi::distributed_bigint& a) const;
  /// \}

 private:
  std::uint64_t max_bits_;
  std::optional<prime_field> first_, second_;
};

}  // namespace program
