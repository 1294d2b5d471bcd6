#include "examples/rsa/padding.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "examples/rsa/digest.hpp"

namespace example {

namespace {

/// The DER encoding that precedes a SHA-256 digest in a DigestInfo (RFC 8017, 9.2, note 1).
constexpr std::array<std::uint8_t, 19> sha256_prefix{0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60,
                                                     0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02,
                                                     0x01, 0x05, 0x00, 0x04, 0x20};
constexpr std::uint8_t pss_trailer = 0xbc;

/// Copies `part` to position `at`. \returns the position after it.
std::size_t put(octets& to, std::size_t at, octet_span part) {
  std::ranges::copy(part, to.begin() + static_cast<std::ptrdiff_t>(at));
  return at + part.size();
}

[[noreturn]] void refuse(const char* subject, std::size_t octets_given, std::size_t octets_of_room) {
  throw std::length_error(std::string(subject) + " of " + std::to_string(octets_given) + " octets, but " +
                          std::to_string(octets_of_room) + " is the longest for this modulus");
}

/// H of EMSA-PSS: the hash of eight zero octets, the digest and the salt.
octets salted_digest(octet_span digest, octet_span salt) {
  octets input(8 + digest.size() + salt.size(), 0);
  put(input, put(input, 8, digest), salt);
  return sha256(input);
}

}  // namespace

octets encode_pkcs1_signature(octet_span digest, std::size_t bits) {
  const std::size_t length = (bits + 7) / 8, info = sha256_prefix.size() + digest.size();
  if (length < info + 11) refuse("DigestInfo", info, length < 11 ? 0 : length - 11);
  octets encoded(length, 0xff);
  encoded[0] = 0;
  encoded[1] = 1;
  encoded[length - info - 1] = 0;
  put(encoded, put(encoded, length - info, sha256_prefix), digest);
  return encoded;
}

octets encode_pss_signature(octet_span digest, octet_span salt, std::size_t bits) {
  // One bit shorter than the modulus, and so possibly one octet shorter.
  const std::size_t used_bits = bits - 1, used = (used_bits + 7) / 8, length = (bits + 7) / 8;
  if (used < digest.size() + salt.size() + 2)
    refuse("digest and salt", digest.size() + salt.size(), used < 2 ? 0 : used - 2);
  octets block(used - digest.size() - 1, 0);
  block[block.size() - salt.size() - 1] = 1;
  put(block, block.size() - salt.size(), salt);
  const octets hash = salted_digest(digest, salt);
  apply_mask(block, hash);
  block.front() &= static_cast<std::uint8_t>(0xff >> (8 * used - used_bits));

  octets encoded(length, 0);
  put(encoded, put(encoded, length - used, block), hash);
  encoded.back() = pss_trailer;
  return encoded;
}

bool is_pkcs1_signature(octet_span encoded, octet_span digest, std::size_t bits) {
  return std::ranges::equal(encoded, encode_pkcs1_signature(digest, bits));
}

bool is_pss_signature(octet_span encoded, octet_span digest, std::size_t salt_octets, std::size_t bits) {
  const std::size_t used_bits = bits - 1, used = (used_bits + 7) / 8, length = (bits + 7) / 8;
  if (encoded.size() != length || used < digest.size() + salt_octets + 2) return false;
  if (used < length && encoded.front() != 0) return false;
  encoded = encoded.last(used);
  if (encoded.back() != pss_trailer) return false;
  const auto surplus = static_cast<std::uint8_t>(~(0xff >> (8 * used - used_bits)));
  if ((encoded.front() & surplus) != 0) return false;

  const octet_span hash = encoded.subspan(used - digest.size() - 1, digest.size());
  octets block(encoded.begin(), hash.begin());
  apply_mask(block, hash);
  block.front() &= static_cast<std::uint8_t>(~surplus);
  const octet_span salt = octet_span(block).last(salt_octets);
  const octet_span zeros = octet_span(block).first(block.size() - salt_octets - 1);
  return std::ranges::all_of(zeros, [](std::uint8_t octet) { return octet == 0; }) &&
         block[zeros.size()] == 1 && std::ranges::equal(hash, salted_digest(digest, salt));
}

octets encode_pkcs1_message(octet_span message, std::size_t length, random_octets random) {
  if (length < message.size() + 11) refuse("message", message.size(), length < 11 ? 0 : length - 11);
  const std::size_t separator = length - message.size() - 1;
  octets encoded(length, 0);
  encoded[1] = 2;
  for (std::size_t i = 2; i < separator; ++i)
    while (encoded[i] == 0) encoded[i] = random(1).front();
  put(encoded, separator + 1, message);
  return encoded;
}

std::optional<octets> decode_pkcs1_message(octet_span encoded) {
  if (encoded.size() < 11 || encoded[0] != 0 || encoded[1] != 2) return std::nullopt;
  const auto separator = std::ranges::find(encoded.subspan(2), std::uint8_t{0});
  if (separator - encoded.begin() < 10 || separator == encoded.end()) return std::nullopt;
  return octets(separator + 1, encoded.end());
}

octets encode_oaep_message(octet_span message, std::size_t length, random_octets random) {
  constexpr std::size_t overhead = 2 * digest_length + 2;
  if (length < message.size() + overhead)
    refuse("message", message.size(), length < overhead ? 0 : length - overhead);
  octets block(length - digest_length - 1, 0);
  put(block, 0, sha256({}));
  block[block.size() - message.size() - 1] = 1;
  put(block, block.size() - message.size(), message);
  octets seed = random(digest_length);
  apply_mask(block, seed);
  apply_mask(seed, block);
  octets encoded(length, 0);
  put(encoded, put(encoded, 1, seed), block);
  return encoded;
}

std::optional<octets> decode_oaep_message(octet_span encoded) {
  if (encoded.size() < 2 * digest_length + 2) return std::nullopt;
  octets seed(encoded.begin() + 1, encoded.begin() + 1 + digest_length),
      block(encoded.begin() + 1 + digest_length, encoded.end());
  apply_mask(seed, block);
  apply_mask(block, seed);
  const auto behind = block.begin() + digest_length;
  const auto one = std::find_if(behind, block.end(), [](std::uint8_t octet) { return octet != 0; });
  const bool has_label = std::equal(block.begin(), behind, sha256({}).begin());
  if (encoded.front() != 0 || !has_label || one == block.end() || *one != 1) return std::nullopt;
  return octets(one + 1, block.end());
}

}  // namespace example
