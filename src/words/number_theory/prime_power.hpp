/// \file
/// Powers modulo primes of one word.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "kernels/word/small_modulus.hpp"

namespace gbi::words {

/// base^exponent modulo a prime below 2^32, for an exponent of n limbs that is not 0. Takes the exponent
/// modulo the prime minus 1, so the time hardly depends on it.
limb power_modulo_prime(limb base, const limb* exponent, std::size_t n, limb prime) noexcept;
/// base^exponent modulo a prime of 61 bits, for a base below it.
limb power_modulo_prime(limb base, limb exponent, const kernels::small_modulus& prime) noexcept;

}  // namespace gbi::words
