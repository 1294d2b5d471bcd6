/// \file
/// The parts of OpenSSL's libcrypto that the example uses: key objects and random octets.
#pragma once

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

/// A failed call, with libcrypto's error text.
class libcrypto_error : public std::runtime_error {
 public:
  explicit libcrypto_error(const std::string& call);
};

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using evp_key = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using evp_context = std::unique_ptr<EVP_PKEY_CTX, freed_by<EVP_PKEY_CTX_free>>;

/// \throws libcrypto_error naming the call, if `result` is not positive.
void require_success(int result, const char* call);

evp_key to_libcrypto(const public_key& key);
/// Without the factors, libcrypto cannot use the Chinese remainder theorem either.
evp_key to_libcrypto(const private_key& key, bool with_factors = true);
/// Makes a key in the current context. \throws std::invalid_argument if it is not an RSA key with two primes.
public_key public_from_libcrypto(const EVP_PKEY& key);
private_key private_from_libcrypto(const EVP_PKEY& key);

/// Random octets from the operating system, fit for keys.
octets secure_random(std::size_t count);

}  // namespace example
