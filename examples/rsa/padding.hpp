/// \file
/// What is done to messages before and after RSA's powers, all with SHA-256. Source: RFC 8017 (PKCS #1 v2.2).
///
/// Encoded messages have as many octets as the modulus. Decoding says only whether there is a message, but
/// its time depends on where an encoded message is wrong: an attacker who can time it, or who learns that
/// much about messages of his choice, can decrypt others (Bleichenbacher 1998, Manger 2001).
#pragma once

#include <optional>

#include "examples/rsa/octets.hpp"

namespace example {

inline constexpr std::size_t salt_length = 32;  ///< of the PSS signatures made here: that of the digest

// Signatures of a digest under a modulus of `bits` bits.
/// EMSA-PKCS1-v1_5. \throws std::length_error if the modulus is too short.
octets encode_pkcs1_signature(octet_span digest, std::size_t bits);
/// EMSA-PSS. \throws std::length_error if the modulus is too short.
octets encode_pss_signature(octet_span digest, octet_span salt, std::size_t bits);

bool is_pkcs1_signature(octet_span encoded, octet_span digest, std::size_t bits);
bool is_pss_signature(octet_span encoded, octet_span digest, std::size_t salt_octets, std::size_t bits);

// Messages to be encrypted, `length` octets when encoded.
/// Random octets that an encoding needs, from a source whose octets are uniform.
using random_octets = octets (*)(std::size_t count);
/// EME-PKCS1-v1_5. \throws std::length_error if the message is longer than length - 11.
octets encode_pkcs1_message(octet_span message, std::size_t length, random_octets random);
/// EME-OAEP with an empty label. \throws std::length_error if the message is longer than length - 66.
octets encode_oaep_message(octet_span message, std::size_t length, random_octets random);

/// Nothing if the encoded message is none.
std::optional<octets> decode_pkcs1_message(octet_span encoded);
std::optional<octets> decode_oaep_message(octet_span encoded);

}  // namespace example
