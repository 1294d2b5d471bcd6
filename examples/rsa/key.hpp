/// \file
/// RSA keys as numbers on the device.
#pragma once

#include <gpu_bigint.hpp>

namespace example {

struct public_key {
  gbi::gpu_bigint modulus, exponent;
};

/// A private key with the parts that the Chinese remainder theorem needs.
struct private_key {
  public_key open;
  gbi::gpu_bigint exponent;
  gbi::gpu_bigint p, q;
  gbi::gpu_bigint exponent_p, exponent_q;  ///< modulo p - 1 and q - 1
  gbi::gpu_bigint coefficient;             ///< 1 / q modulo p
};

}  // namespace example
