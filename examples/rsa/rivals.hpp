/// \file
/// RSA's operations by OpenSSL and GMP on all cores, for comparison.
#pragma once

#include <string>
#include <vector>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

enum class operation { private_crt, private_plain, open };

/// Something that does the operations under one key.
struct rival {
  std::string name;
  /// Operations a second of so many threads together, measured for about `seconds`.
  double (*rate)(operation, const private_key&, const octets& message, unsigned threads, double seconds);
};

/// OpenSSL, GMP's mpz_powm, and mpz_powm_sec, whose time does not depend on the numbers.
const std::vector<rival>& rivals();

/// The operation by GMP.
octets done_by_gmp(operation which, const private_key& key, const octets& message);

}  // namespace example
