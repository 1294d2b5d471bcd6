/// \file
/// Files: octets, and keys as PEM, PKCS #8 and SubjectPublicKeyInfo, as the openssl command writes them.
#pragma once

#include <string>

#include "examples/rsa/key.hpp"
#include "examples/rsa/octets.hpp"

namespace example {

// All throw file_error (examples/multiply/number_file.hpp) naming the file.
octets read_file(const std::string& path);
void write_file(const std::string& path, octet_span content);

/// Readable for the owner alone, and not encrypted.
void write_private_key(const std::string& path, const private_key& key);
void write_public_key(const std::string& path, const public_key& key);
private_key read_private_key(const std::string& path);
/// A private key will do as well.
public_key read_public_key(const std::string& path);

}  // namespace example
