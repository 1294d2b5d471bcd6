/// \file
/// Octet strings, as PKCS #1 calls them, and the integers that they represent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <gpu_bigint/bigint_batch.hpp>
#include <span>
#include <vector>

namespace example {

using octets = std::vector<std::uint8_t>;
using octet_span = std::span<const std::uint8_t>;

/// OS2IP of each string, most significant octet first: a batch with elements of `bits` bits.
/// \throws std::length_error if a string has more than `bits` bits.
gbi::bigint_batch to_batch(std::span<const octets> strings, std::size_t bits);

/// I2OSP: each element as `length` octets. \throws std::length_error if an element is longer.
std::vector<octets> to_octets(const gbi::bigint_batch& batch, std::size_t length);

}  // namespace example
