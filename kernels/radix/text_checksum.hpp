/// \file
/// A text modulo a prime q of 61 bits. Chunk i of the text, counted from the least significant one, is worth
/// its value times b^(C i), where C is the number of its digits. The kernel writes a limb for each chunk,
/// value (b^C / 2^64)^i modulo q: together these limbs are a number that equals the text modulo q, in the
/// form in which a relation is checked (verify/verify.hpp).
///
/// Reads a byte per digit, writes 8 per chunk. A word of digits costs a product modulo q, and chunk i another
/// 2 log2 i.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/radix/characters.hpp"

namespace gbi::kernels {

struct text_checksum_kernel : map_kernel<text_checksum_kernel, text_checksum_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.chunks; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t chunk) {
    const std::uint64_t behind = chunk * text_chunk_words * a.digits_per_word;
    const std::uint64_t end = a.text_size - behind, digits = text_chunk_words * a.digits_per_word;
    limb value = 0;
    for (std::uint64_t at = end > digits ? end - digits : 0; at < end;) {
      limb word = 0, scale = 1;
      for (std::uint32_t k = 0; k < a.digits_per_word && at < end; ++k, ++at, scale *= a.base)
        word = word * a.base + digit_value(a.text[at], a.base);
      value = a.modulus.reduce(wide_product(value, scale) + word);
    }
    a.checksums[chunk] = a.modulus.multiply(value, power(a.modulus, a.step, chunk));
  }

 private:
  GBI_DEVICE static limb power(const small_modulus& modulus, limb square, std::uint64_t exponent) {
    limb result = 1;
    for (; exponent > 0; exponent >>= 1, square = modulus.multiply(square, square))
      if (exponent % 2 == 1) result = modulus.multiply(result, square);
    return result;
  }
};
text_checksum_kernel map_of(const text_checksum_arguments&);

}  // namespace gbi::kernels
