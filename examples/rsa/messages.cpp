#include "examples/rsa/messages.hpp"

#include <gpu_bigint/batch_mask.hpp>

#include "examples/rsa/digest.hpp"
#include "examples/rsa/operations.hpp"

namespace example {

namespace {

std::size_t octets_of(std::size_t bits) {
  return (bits + 7) / 8;
}

std::vector<octets> private_powers(const std::vector<octets>& encoded, const private_key& key, bool crt) {
  const std::size_t bits = key.open.modulus.bit_length();
  const gbi::bigint_batch numbers = to_batch(encoded, bits);
  const gbi::bigint_batch powers =
      crt ? crt_private_operation(key)(numbers) : plain_private_operation(key)(numbers);
  require_undone(numbers, powers, key.open);
  return to_octets(powers, octets_of(bits));
}

/// Received octet strings as numbers. Strings that do not represent a number below the modulus are replaced
/// by zeros.
struct received {
  std::vector<octets> strings;
  std::vector<bool> good;
};

received representatives(const std::vector<octets>& strings, const public_key& key) {
  const std::size_t bits = key.modulus.bit_length(), length = octets_of(bits);
  received result{strings, {}};
  for (octets& string : result.strings)
    if (string.size() != length) string.assign(length, 0xff);  // larger than every number below the modulus
  const gbi::bigint_batch numbers = to_batch(result.strings, 8 * length);
  result.good = (numbers < gbi::bigint_batch::filled(strings.size(), key.modulus, 8 * length)).to_vector();
  for (std::size_t g = 0; g < strings.size(); ++g)
    if (!result.good[g]) result.strings[g].assign(length, 0);
  return result;
}

}  // namespace

std::vector<octets> sign(const std::vector<octets>& messages, const private_key& key, padding how, bool crt,
                         random_octets random) {
  const std::size_t bits = key.open.modulus.bit_length();
  std::vector<octets> encoded;
  encoded.reserve(messages.size());
  for (const octets& message : messages) {
    const octets digest = sha256(message);
    encoded.push_back(how == padding::pkcs1 ? encode_pkcs1_signature(digest, bits)
                                            : encode_pss_signature(digest, random(salt_length), bits));
  }
  return private_powers(encoded, key, crt);
}

std::vector<bool> verify(const std::vector<octets>& messages, const std::vector<octets>& signatures,
                         const public_key& key, padding how) {
  const std::size_t bits = key.modulus.bit_length();
  received signed_numbers = representatives(signatures, key);
  const std::vector<octets> encoded =
      to_octets(public_operation(key)(to_batch(signed_numbers.strings, bits)), octets_of(bits));
  std::vector<bool> result = signed_numbers.good;
  for (std::size_t g = 0; g < messages.size(); ++g) {
    const octets digest = sha256(messages[g]);
    result[g] =
        result[g] && (how == padding::pkcs1 ? is_pkcs1_signature(encoded[g], digest, bits)
                                            : is_pss_signature(encoded[g], digest, salt_length, bits));
  }
  return result;
}

std::vector<octets> encrypt(const std::vector<octets>& messages, const public_key& key, padding how,
                            random_octets random) {
  const std::size_t bits = key.modulus.bit_length(), length = octets_of(bits);
  const auto encode = how == padding::pkcs1 ? encode_pkcs1_message : encode_oaep_message;
  std::vector<octets> encoded;
  encoded.reserve(messages.size());
  for (const octets& message : messages) encoded.push_back(encode(message, length, random));
  return to_octets(public_operation(key)(to_batch(encoded, bits)), length);
}

std::vector<std::optional<octets>> decrypt(const std::vector<octets>& encrypted, const private_key& key,
                                           padding how, bool crt) {
  const received numbers = representatives(encrypted, key.open);
  const std::vector<octets> encoded = private_powers(numbers.strings, key, crt);
  std::vector<std::optional<octets>> result(encrypted.size());
  for (std::size_t g = 0; g < encrypted.size(); ++g)
    if (numbers.good[g])
      result[g] = how == padding::pkcs1 ? decode_pkcs1_message(encoded[g]) : decode_oaep_message(encoded[g]);
  return result;
}

}  // namespace example
