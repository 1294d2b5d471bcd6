/// \file
/// Signatures and encryption of lists of messages under one key.
#pragma once

#include <optional>
#include <vector>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"
#include "examples/rsa/options.hpp"
#include "examples/rsa/padding.hpp"

namespace example {

/// Returns one signature for each message, each verified.
/// \throws faulty_powers if one of them is wrong; none is returned then.
std::vector<octets> sign(const std::vector<octets>& messages, const private_key& key, padding how, bool crt,
                         random_octets random);

/// For each signature, whether it belongs to its message.
std::vector<bool> verify(const std::vector<octets>& messages, const std::vector<octets>& signatures,
                         const public_key& key, padding how);

/// \throws std::length_error for a message that is too long for the modulus.
std::vector<octets> encrypt(const std::vector<octets>& messages, const public_key& key, padding how,
                            random_octets random);

/// Gives std::nullopt for an encrypted string that does not contain a message.
/// \throws faulty_powers as sign().
std::vector<std::optional<octets>> decrypt(const std::vector<octets>& encrypted, const private_key& key,
                                           padding how, bool crt);

}  // namespace example
