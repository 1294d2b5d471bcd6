/// \file
/// What the example takes from OpenSSL's libcrypto: keys as its objects, random octets.
#pragma once

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

/// A call that failed, with what the library says about it.
class libcrypto_error : public std::runtime_error {
 public:
  explicit libcrypto_error(const std::string& what);
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

/// \throws libcrypto_error naming the call, unless it returned a positive number.
void require_success(int result, const char* call);

evp_key to_libcrypto(const public_key& key);
/// Without its factors libcrypto has to do without the Chinese remainder theorem, too.
evp_key to_libcrypto(const private_key& key, bool with_factors = true);
/// In the current context. \throws std::invalid_argument if it is no RSA key of two primes
public_key public_from_libcrypto(const EVP_PKEY& key);
private_key private_from_libcrypto(const EVP_PKEY& key);

/// From the operating system's source, fit for keys.
octets secure_random(std::size_t count);

}  // namespace example
