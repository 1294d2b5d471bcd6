/// \file
/// Checksums of texts in host memory modulo a random prime, by the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/small_modulus.hpp"

namespace gbi::words {

/// The number with `count` digits of a base, 2 to 62, modulo the prime. The most significant digit comes
/// first, and every character is a digit of the base. decimal_checksum.hpp is faster for base 10.
limb checksum_of_text(const char* text, std::size_t count, int base,
                      const kernels::small_modulus& prime) noexcept;

}  // namespace gbi::words
