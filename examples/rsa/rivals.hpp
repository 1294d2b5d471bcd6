/// \file
/// RSA's operations computed by OpenSSL and GMP on all cores, for comparison.
#pragma once

#include <string>
#include <vector>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

enum class operation { private_crt, private_plain, open };

/// Another implementation of the operations under one key.
struct rival {
  std::string name;
  /// Operations per second of `threads` threads together, measured for about `seconds`.
  double (*rate)(operation, const private_key&, const octets& message, unsigned threads, double seconds);
};

/// OpenSSL; GMP with mpz_powm; GMP with mpz_powm_sec, whose time does not depend on the values of the
/// numbers.
const std::vector<rival>& rivals();

/// Computes the operation with GMP.
octets done_by_gmp(operation which, const private_key& key, const octets& message);

}  // namespace example
