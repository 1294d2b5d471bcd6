#include "examples/rsa/digest.hpp"

#include <openssl/evp.h>

#include "examples/rsa/libcrypto.hpp"

namespace example {

octets sha256(octet_span message) {
  octets digest(digest_length);
  require_success(EVP_Digest(message.data(), message.size(), digest.data(), nullptr, EVP_sha256(), nullptr),
                  "EVP_Digest");
  return digest;
}

// libcrypto's own MGF1 is deprecated: since OpenSSL 3 it is part of its paddings and not available
// separately.
void apply_mask(std::span<std::uint8_t> target, octet_span seed) {
  octets input(seed.begin(), seed.end());
  input.resize(seed.size() + 4);
  for (std::size_t at = 0; at < target.size(); at += digest_length) {
    const std::size_t counter = at / digest_length;
    for (std::size_t i = 0; i < 4; ++i)
      input[seed.size() + i] = static_cast<std::uint8_t>(counter >> (24 - 8 * i));
    const octets mask = sha256(input);
    for (std::size_t i = 0; i < digest_length && at + i < target.size(); ++i) target[at + i] ^= mask[i];
  }
}

}  // namespace example
