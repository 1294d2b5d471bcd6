/// \file
/// Horner's rule in rows of seven words. Between rows, the value stays unreduced in two limbs, which are
/// multiplied by two more constants. So a row waits only for two products of the row before.
#include "src/words/residue.hpp"

#include <cstdint>

#include "src/words/characters.hpp"
#include "src/words/decimal_residue.hpp"
#include "src/words/divide.hpp"
#include "src/words/radix.hpp"

namespace gbi::words {

namespace {

/// value radix^residue_row + a row of words. The products of the words do not wait for the value.
template <class WordAt>
[[gnu::always_inline]] inline wide_limb with_row(wide_limb value, const residue_modulus& by,
                                                 WordAt&& word_at) noexcept {
  wide_limb even = word_at(0), odd = wide_product(word_at(1), by.power[1]);
  even += wide_product(word_at(2), by.power[2]);
  odd += wide_product(word_at(3), by.power[3]);
  even += wide_product(word_at(4), by.power[4]);
  odd += wide_product(word_at(5), by.power[5]);
  even += wide_product(word_at(6), by.power[6]);
  static_assert(residue_row == 7);
  const wide_limb high = wide_product(high_limb(value), by.carried);
  return even + odd + (wide_product(low_limb(value), by.power[residue_row]) + high);
}

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

/// Shorter texts take less time than the computation of the powers of 10.
constexpr std::size_t least_decimal_blocks = 4;

limb value_of_digits(const char* text, std::size_t count, limb base, const std::uint8_t* values) noexcept {
  limb value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * base + values[static_cast<unsigned char>(text[i])];
  return value;
}

/// Base 10 takes 16 characters as a word.
constexpr std::size_t sixteen = 16;
constexpr limb radix_of_sixteen = 10'000'000'000'000'000;

limb value_of_sixteen(const char* text) noexcept {
  const auto eight = [](const char* at) { return decimal_value(load_characters(at) - eight_of('0')); };
  return eight(text) * 100'000'000 + eight(text + 8);
}

limb residue_of_short_decimal(const char* text, std::size_t count, const residue_modulus& by) noexcept {
  const limb first = value_of_digits(text, count % sixteen, 10, digit_values(10));
  const std::size_t words = count / sixteen;
  const char* const end = text + count;
  // The first word may have fewer digits.
  return residue_of_words(words + 1, by.with_radix(radix_of_sixteen), [&](std::size_t i) {
    return i == words ? first : value_of_sixteen(end - (i + 1) * sixteen);
  });
}

}  // namespace

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
  if (base == 10 && count < least_decimal_blocks * digits_of_block)
    return residue_of_short_decimal(text, count, by);
  if (base == 10) return residue_of_decimal(text, count, decimal_modulus::of(by.prime)).value_or(by.prime.q);
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
