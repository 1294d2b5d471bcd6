#include "examples/rsa/libcrypto.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

#include <gpu_bigint/serialize.hpp>
#include <utility>
#include <vector>

namespace example {

namespace {

using bignum = std::unique_ptr<BIGNUM, freed_by<BN_clear_free>>;
using parameter_builder = std::unique_ptr<OSSL_PARAM_BLD, freed_by<OSSL_PARAM_BLD_free>>;
using parameters = std::unique_ptr<OSSL_PARAM, freed_by<OSSL_PARAM_free>>;

std::string last_error() {
  const unsigned long code = ERR_peek_last_error();
  ERR_clear_error();
  const char* reason = ERR_reason_error_string(code);
  return reason != nullptr ? reason : "error " + std::to_string(code);
}

bignum to_bignum(const gbi::gpu_bigint& value) {
  const std::vector<std::byte> bytes = to_bytes(value, std::endian::big);
  return bignum(BN_bin2bn(reinterpret_cast<const unsigned char*>(bytes.data()),
                          static_cast<int>(bytes.size()), nullptr));
}

gbi::gpu_bigint from_bignum(const BIGNUM& value) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(BN_num_bytes(&value)));
  BN_bn2bin(&value, reinterpret_cast<unsigned char*>(bytes.data()));
  return gbi::from_bytes(bytes, std::endian::big);
}

evp_key make_key(const std::vector<std::pair<const char*, const gbi::gpu_bigint*>>& values, int selection) {
  const parameter_builder builder(OSSL_PARAM_BLD_new());
  std::vector<bignum> numbers;  // the builder keeps pointers to them
  for (const auto& [name, value] : values) {
    numbers.push_back(to_bignum(*value));
    require_success(OSSL_PARAM_BLD_push_BN(builder.get(), name, numbers.back().get()),
                    "OSSL_PARAM_BLD_push_BN");
  }
  const parameters all(OSSL_PARAM_BLD_to_param(builder.get()));
  const evp_context context(EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr));
  require_success(EVP_PKEY_fromdata_init(context.get()), "EVP_PKEY_fromdata_init");
  EVP_PKEY* key = nullptr;
  require_success(EVP_PKEY_fromdata(context.get(), &key, selection, all.get()), "EVP_PKEY_fromdata");
  return evp_key(key);
}

bool has(const EVP_PKEY& key, const char* name) {
  BIGNUM* value = nullptr;
  const bool found = EVP_PKEY_get_bn_param(&key, name, &value) == 1;
  BN_clear_free(value);
  ERR_clear_error();
  return found;
}

gbi::gpu_bigint parameter_of(const EVP_PKEY& key, const char* name) {
  BIGNUM* value = nullptr;
  if (EVP_PKEY_get_bn_param(&key, name, &value) != 1)
    throw std::invalid_argument(std::string("the key has no ") + name);
  const bignum owner(value);
  return from_bignum(*value);
}

}  // namespace

libcrypto_error::libcrypto_error(const std::string& call)
    : std::runtime_error("libcrypto: " + call + ": " + last_error()) {}

void require_success(int result, const char* call) {
  if (result <= 0) throw libcrypto_error(call);
}

evp_key to_libcrypto(const public_key& key) {
  return make_key({{OSSL_PKEY_PARAM_RSA_N, &key.modulus}, {OSSL_PKEY_PARAM_RSA_E, &key.exponent}},
                  EVP_PKEY_PUBLIC_KEY);
}

evp_key to_libcrypto(const private_key& key, bool with_factors) {
  std::vector<std::pair<const char*, const gbi::gpu_bigint*>> values{
      {OSSL_PKEY_PARAM_RSA_N, &key.open.modulus},
      {OSSL_PKEY_PARAM_RSA_E, &key.open.exponent},
      {OSSL_PKEY_PARAM_RSA_D, &key.exponent}};
  if (with_factors)
    values.insert(values.end(), {{OSSL_PKEY_PARAM_RSA_FACTOR1, &key.p},
                                 {OSSL_PKEY_PARAM_RSA_FACTOR2, &key.q},
                                 {OSSL_PKEY_PARAM_RSA_EXPONENT1, &key.exponent_p},
                                 {OSSL_PKEY_PARAM_RSA_EXPONENT2, &key.exponent_q},
                                 {OSSL_PKEY_PARAM_RSA_COEFFICIENT1, &key.coefficient}});
  return make_key(values, EVP_PKEY_KEYPAIR);
}

public_key public_from_libcrypto(const EVP_PKEY& key) {
  if (EVP_PKEY_is_a(&key, "RSA") != 1) throw std::invalid_argument("not an RSA key");
  return {parameter_of(key, OSSL_PKEY_PARAM_RSA_N), parameter_of(key, OSSL_PKEY_PARAM_RSA_E)};
}

private_key private_from_libcrypto(const EVP_PKEY& key) {
  const public_key open = public_from_libcrypto(key);
  if (has(key, OSSL_PKEY_PARAM_RSA_FACTOR3)) throw std::invalid_argument("a key of more than two primes");
  return {open,
          parameter_of(key, OSSL_PKEY_PARAM_RSA_D),
          parameter_of(key, OSSL_PKEY_PARAM_RSA_FACTOR1),
          parameter_of(key, OSSL_PKEY_PARAM_RSA_FACTOR2),
          parameter_of(key, OSSL_PKEY_PARAM_RSA_EXPONENT1),
          parameter_of(key, OSSL_PKEY_PARAM_RSA_EXPONENT2),
          parameter_of(key, OSSL_PKEY_PARAM_RSA_COEFFICIENT1)};
}

octets secure_random(std::size_t count) {
  octets result(count);
  require_success(RAND_bytes(result.data(), static_cast<int>(count)), "RAND_bytes");
  return result;
}

}  // namespace example
