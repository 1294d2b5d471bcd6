/// \file
/// RSA's powers of many messages under one key, computed as batches.
#pragma once

#include <gpu_bigint/bigint_batch.hpp>
#include <gpu_bigint/crt_power.hpp>
#include <stdexcept>

#include "examples/rsa/key.hpp"

namespace example {

/// One power modulo n of each message.
class power_operation {
 public:
  power_operation(const gbi::gpu_bigint& modulus, const gbi::gpu_bigint& exponent)
      : modulus_(modulus), exponent_(exponent) {}

  std::size_t bits() const { return modulus_.bits(); }
  gbi::bigint_batch operator()(const gbi::bigint_batch& messages) const {
    return pow_mod(messages, exponent_, modulus_);
  }

 private:
  gbi::odd_moduli modulus_;
  gbi::gpu_bigint exponent_;
};

/// m^e mod n.
inline power_operation public_operation(const public_key& key) {
  return {key.modulus, key.exponent};
}
/// m^d mod n as one power modulo n.
inline power_operation plain_private_operation(const private_key& key) {
  return {key.open.modulus, key.exponent};
}

/// m^d mod n from powers modulo p and q, each of half the length.
inline gbi::crt_power crt_private_operation(const private_key& key) {
  return {{key.p, key.exponent_p}, {key.q, key.exponent_q}};
}

/// Powers with a private key that the public key does not undo.
class faulty_powers : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Raises results of a private operation to the public exponent and compares them with the original messages.
/// No result may be revealed before: if a fault changed the power modulo one of the factors, the result and
/// the message together reveal the other factor. Costs 17 products modulo n for the exponent 65537, a few
/// percent of a private operation. Waits.
/// \throws faulty_powers
/// Source: D. Boneh, R. DeMillo, R. Lipton, "On the Importance of Checking Cryptographic Protocols for
/// Faults", EUROCRYPT 1997.
void require_undone(const gbi::bigint_batch& messages, const gbi::bigint_batch& powers,
                    const public_key& key);

}  // namespace example
