/// \file
/// SHA-256, the hash function of all signatures and paddings here, by libcrypto.
#pragma once

#include "examples/rsa/octets.hpp"

namespace example {

inline constexpr std::size_t digest_length = 32;

/// SHA-256. \throws libcrypto_error
octets sha256(octet_span message);

/// XORs the output of the mask generation function MGF1 with SHA-256 (RFC 8017, B.2.1) into `target`.
/// \throws libcrypto_error
void apply_mask(std::span<std::uint8_t> target, octet_span seed);

}  // namespace example
