/// \file
/// Computes the same product with GMP, measures its time, and compares the results.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/support/timing.hpp"

namespace example {

/// An mpz_t that frees its memory.
class gmp_integer {
 public:
  gmp_integer() { mpz_init(value_); }
  gmp_integer(std::span<const std::uint64_t> magnitude, bool negative);
  gmp_integer(const std::string& text, int base);
  ~gmp_integer() { mpz_clear(value_); }
  gmp_integer(const gmp_integer&) = delete;
  gmp_integer& operator=(const gmp_integer&) = delete;

  operator mpz_ptr() { return value_; }           // NOLINT(google-explicit-constructor): as an mpz_t
  operator mpz_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  mpz_t value_;
};

/// A number's limbs on the host.
struct host_limbs {
  std::vector<std::uint64_t> magnitude;
  bool negative = false;
};

host_limbs download(const gbi::gpu_bigint& value);

struct comparison {
  bool equal;
  std::string how;                       ///< "against GMP", "modulo 5 random 61-bit primes"
  std::string difference;                ///< the place of the first difference, if not equal
  std::optional<support::measured> gmp;  ///< GMP's time, if it computed the product
};

/// Predicts GMP's time for a product of two integers of these lengths from a short measurement.
double expected_gmp_seconds(std::uint64_t bits_a, std::uint64_t bits_b);

/// Compares with GMP's product of a and b. If `text` is not empty, it is the product as written to a file in
/// a base, and is compared, too.
comparison compare_with_gmp(const gmp_integer& a, const gmp_integer& b, const host_limbs& product,
                            const std::string& text, int base, int repeat);

/// Checks a b = product modulo random primes. If the operands do not depend on the primes, each prime lets a
/// wrong product of n bits pass with a probability below n / 2^59.
comparison compare_modulo_primes(const host_limbs& a, const host_limbs& b, const host_limbs& product);

}  // namespace example
