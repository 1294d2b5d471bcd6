/// \file
/// Generates many keys at once.
#pragma once

#include <gpu_bigint/random.hpp>
#include <vector>

#include "examples/rsa/key.hpp"

namespace example {

inline constexpr std::uint32_t public_exponent = 65537;

/// Generates keys of `bits` bits, a multiple of 128. They are only as secret as the engine's seed, which has
/// 64 bits: enough for experiments only.
/// \throws std::runtime_error if a key does not decrypt what it encrypts.
std::vector<private_key> generate_keys(std::size_t count, std::size_t bits, gbi::random_engine& random);

}  // namespace example
