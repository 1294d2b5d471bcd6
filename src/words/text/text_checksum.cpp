/// \file
/// Horner's rule in rows of seven words. Between rows, the value stays unreduced in two limbs, which are
/// multiplied by two more constants. So a row waits only for two products of the row before.
#include "src/words/text/text_checksum.hpp"

#include <array>
#include <cstdint>

#include "src/words/text/characters.hpp"
#include "src/words/text/radix.hpp"

namespace gbi::words {

namespace {

/// The words that one step takes. With the two limbs that a step carries over, the sum of eight products fits
/// in 128 bits.
constexpr std::size_t row_words = 7;

/// Powers of a radix modulo a prime.
struct checksum_powers {
  kernels::small_modulus prime;
  std::array<limb, row_words + 1> power;  ///< radix^i
  limb carried;                           ///< 2^64 radix^row_words

  checksum_powers(const kernels::small_modulus& modulus, limb radix) noexcept : prime(modulus) {
    const limb reduced = prime.reduce(radix);
    limb next = 1;
    for (limb& of_word : power) {
      of_word = next;
      next = prime.multiply(next, reduced);
    }
    carried = prime.multiply(power[row_words], prime.reduce(wide_limb{1} << limb_bits));
  }
};

/// value radix^row_words + a row of words. The products of the words do not wait for the value.
template <class WordAt>
[[gnu::always_inline]] inline wide_limb with_row(wide_limb value, const checksum_powers& by,
                                                 WordAt&& word_at) noexcept {
  wide_limb even = word_at(0), odd = wide_product(word_at(1), by.power[1]);
  even += wide_product(word_at(2), by.power[2]);
  odd += wide_product(word_at(3), by.power[3]);
  even += wide_product(word_at(4), by.power[4]);
  odd += wide_product(word_at(5), by.power[5]);
  even += wide_product(word_at(6), by.power[6]);
  static_assert(row_words == 7);
  const wide_limb high = wide_product(high_limb(value), by.carried);
  return even + odd + (wide_product(low_limb(value), by.power[row_words]) + high);
}

/// The checksum of `count` words, of which word_at(i) is the i-th, the least significant first.
template <class WordAt>
limb checksum_of_words(std::size_t count, const checksum_powers& by, WordAt&& word_at) noexcept {
  const std::size_t rows = count / row_words;
  wide_limb value = 0;
  for (std::size_t i = count; i-- > rows * row_words;)
    value = wide_product(by.prime.reduce(value), by.power[1]) + word_at(i);
  for (std::size_t row = rows; row-- > 0;)
    value = with_row(value, by, [&](std::size_t i) { return word_at(row * row_words + i); });
  return by.prime.reduce(value);
}

limb value_of_digits(const char* text, std::size_t count, limb base, const std::uint8_t* values) noexcept {
  limb value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * base + values[static_cast<unsigned char>(text[i])];
  return value;
}

}  // namespace

limb checksum_of_text(const char* text, std::size_t count, int base,
                      const kernels::small_modulus& prime) noexcept {
  const radix& r = radix_of(base);
  const auto digits = static_cast<std::size_t>(r.digits);
  const std::uint8_t* const values = digit_values(base);
  const limb first = value_of_digits(text, count % digits, r.base, values);
  const std::size_t words = count / digits;
  const char* const end = text + count;
  // The first word may have fewer digits; it is an additional word.
  return checksum_of_words(words + 1, checksum_powers(prime, r.power), [&](std::size_t i) {
    return i == words ? first : value_of_digits(end - (i + 1) * digits, digits, r.base, values);
  });
}

}  // namespace gbi::words
