/// \file
/// Encodes messages before RSA's powers and decodes them afterwards, always with SHA-256. Source: RFC 8017
/// (PKCS #1 v2.2).
///
/// An encoded message has as many octets as the modulus. Decoding reports only whether there is a message,
/// but its time depends on where an encoded message is wrong. An attacker who can time the decoding of chosen
/// messages, or learns whether it succeeds, can decrypt the messages of others (Bleichenbacher 1998, Manger
/// 2001).
#pragma once

#include <optional>

#include "examples/rsa/octets.hpp"

namespace example {

inline constexpr std::size_t salt_length = 32;  ///< salt of the PSS signatures made here

// Signatures of a digest under a modulus of `bits` bits.
/// EMSA-PKCS1-v1_5. \throws std::length_error if the modulus is too short.
octets encode_pkcs1_signature(octet_span digest, std::size_t bits);
/// EMSA-PSS. \throws std::length_error if the modulus is too short.
octets encode_pss_signature(octet_span digest, octet_span salt, std::size_t bits);

bool is_pkcs1_signature(octet_span encoded, octet_span digest, std::size_t bits);
bool is_pss_signature(octet_span encoded, octet_span digest, std::size_t salt_octets, std::size_t bits);

// Messages to encrypt; encoded, they have `length` octets.
/// A source of uniformly distributed random octets, for encodings that need them.
using random_octets = octets (*)(std::size_t count);
/// EME-PKCS1-v1_5. \throws std::length_error if the message is longer than length - 11.
octets encode_pkcs1_message(octet_span message, std::size_t length, random_octets random);
/// EME-OAEP with an empty label. \throws std::length_error if the message is longer than length - 66.
octets encode_oaep_message(octet_span message, std::size_t length, random_octets random);

/// Returns std::nullopt if `encoded` does not contain a message.
std::optional<octets> decode_pkcs1_message(octet_span encoded);
std::optional<octets> decode_oaep_message(octet_span encoded);

}  // namespace example
