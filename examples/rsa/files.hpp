/// \file
/// Files of octets, and of keys as the openssl command writes them: PEM, PKCS #8 and SubjectPublicKeyInfo.
#pragma once

#include <string>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

// All functions here throw file_error (tools/support/number_file.hpp), which names the file.
octets read_file(const std::string& path);
void write_file(const std::string& path, octet_span content);

/// Only the owner may read the file. The key is not encrypted.
void write_private_key(const std::string& path, const private_key& key);
void write_public_key(const std::string& path, const public_key& key);
private_key read_private_key(const std::string& path);
/// Also accepts a file with a private key.
public_key read_public_key(const std::string& path);

}  // namespace example
