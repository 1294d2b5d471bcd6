/// \file
/// Horner's rule in rows of seven words. Between rows, the value stays unreduced in two limbs, which are
/// multiplied by two more constants. So a row waits only for two products of the row before.
#include "src/words/residue.hpp"

#include <cstdint>

#include "src/words/characters.hpp"
#include "src/words/divide.hpp"
#include "src/words/level.hpp"
#include "src/words/radix.hpp"
#include "src/words/residue_blocks.hpp"

namespace gbi::words {

namespace {

/// The residue of `count` words, of which word_at(i) is the i-th, the least significant first.
template <class WordAt>
limb residue_of_words(std::size_t count, const residue_modulus& by, WordAt&& word_at) noexcept {
  const std::size_t rows = count / residue_row;
  wide_limb value = 0;
  for (std::size_t i = count; i-- > rows * residue_row;)
    value = wide_product(by.prime.reduce(value), by.power[1]) + word_at(i);
  for (std::size_t row = rows; row-- > 0;)
    value = with_row(value, by, [&](std::size_t i) { return word_at(row * residue_row + i); });
  return by.prime.reduce(value);
}

limb value_of_digits(const char* text, std::size_t count, limb base, const std::uint8_t* values) noexcept {
  limb value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * base + values[static_cast<unsigned char>(text[i])];
  return value;
}

constexpr limb radix_of_sixteen = 10'000'000'000'000'000;

limb value_of_sixteen(const char* text) noexcept {
  const auto eight = [](const char* at) { return decimal_value(load_characters(at) - eight_of('0')); };
  return eight(text) * 100'000'000 + eight(text + 8);
}

limb residue_of_decimal(const char* text, std::size_t count, const residue_modulus& by) noexcept {
  const residue_modulus of_text = by.with_radix(radix_of_sixteen);
  const std::size_t odd = count % sixteen, before = count % block_characters;
  const limb first = value_of_digits(text, odd, 10, digit_values(10));
  const char *const end = text + count, *at = text + before;
  // The first word may have fewer digits.
  const wide_limb value = residue_of_words(before / sixteen + 1, of_text, [&](std::size_t i) {
    return i == before / sixteen ? first : value_of_sixteen(at - (i + 1) * sixteen);
  });
  return by.prime.reduce(in_use.append_blocks(value, of_text, at, end));
}

}  // namespace

namespace plain {

wide_limb append_blocks(wide_limb value, const residue_modulus& by, const char* at,
                        const char* end) noexcept {
  return blocks_appended(value, by, at, end);
}

}  // namespace plain

residue_modulus residue_modulus::of(limb prime) noexcept {
  residue_modulus result{kernels::small_modulus::of(prime), {}, 0};
  const limb radix = result.prime.reduce(wide_limb{1} << limb_bits);
  result = result.with_radix(radix);
  return result;
}

residue_modulus residue_modulus::with_radix(limb radix) const noexcept {
  residue_modulus result{prime, {}, 0};
  const limb reduced = prime.reduce(radix);
  limb next = 1;
  for (limb& of_word : result.power) {
    of_word = next;
    next = prime.multiply(next, reduced);
  }
  result.carried = prime.multiply(result.power[residue_row], prime.reduce(wide_limb{1} << limb_bits));
  return result;
}

limb residue(const limb* a, std::size_t n, const residue_modulus& by) noexcept {
  return residue_of_words(n, by, [a](std::size_t i) { return a[i]; });
}

limb residue_of_text(const char* text, std::size_t count, int base, const residue_modulus& by) noexcept {
  if (base == 10) return residue_of_decimal(text, count, by);
  const radix& r = radix_of(base);
  const auto digits = static_cast<std::size_t>(r.digits);
  const std::uint8_t* const values = digit_values(base);
  const limb first = value_of_digits(text, count % digits, r.base, values);
  const std::size_t words = count / digits;
  const char* const end = text + count;
  // The first word may have fewer digits; it is an additional word.
  return residue_of_words(words + 1, by.with_radix(r.power), [&](std::size_t i) {
    return i == words ? first : value_of_digits(end - (i + 1) * digits, digits, r.base, values);
  });
}

limb power_modulo_prime(limb base, const limb* exponent, std::size_t n, limb prime) noexcept {
  limb power = base % prime, result = 1;
  if (power == 0) return 0;
  for (limb left = remainder_1(exponent, n, prime - 1); left > 0; left >>= 1) {
    if (left % 2 == 1) result = result * power % prime;
    power = power * power % prime;
  }
  return result;
}

}  // namespace gbi::words
