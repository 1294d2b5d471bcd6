/// \file
/// Horner's rule in rows of seven words. Between rows the value is kept in two limbs and never reduced: they
/// are multiplied by two more constants. So a row waits only for two products of the row before.
#include "src/words/residue.hpp"

#include <cstdint>

#include "src/words/characters.hpp"
#include "src/words/divide.hpp"
#include "src/words/radix.hpp"

namespace gbi::words {

namespace {

/// value radix^residue_row + a row of words. The products of the words do not wait for the value.
template <class WordAt>
wide_limb with_row(wide_limb value, const residue_modulus& by, WordAt&& word_at) noexcept {
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

/// Whole rows, and enough of them that the compiler makes vectors of all steps.
constexpr std::size_t block_words = 4 * residue_row, block_characters = block_words * sixteen;

/// The words of a block of decimal digits, in the order of the text. Each step joins neighbours.
[[gnu::always_inline]] inline std::array<limb, block_words> words_of_block(const char* text) noexcept {
  std::array<std::uint8_t, block_characters / 2> twos;
  std::array<std::uint16_t, block_characters / 4> fours;
  std::array<std::uint32_t, block_characters / 8> eights;
  std::array<limb, block_words> words;
  const auto digit = [text](std::size_t i) { return static_cast<unsigned>(text[i] - '0'); };
  for (std::size_t i = 0; i < twos.size(); ++i)
    twos[i] = static_cast<std::uint8_t>(digit(2 * i) * 10 + digit(2 * i + 1));
  for (std::size_t i = 0; i < fours.size(); ++i)
    fours[i] = static_cast<std::uint16_t>(twos[2 * i] * 100 + twos[2 * i + 1]);
  for (std::size_t i = 0; i < eights.size(); ++i) eights[i] = fours[2 * i] * 10'000u + fours[2 * i + 1];
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = eights[2 * i] * limb{100'000'000} + eights[2 * i + 1];
  return words;
}

/// value with the digits of whole blocks behind it.
[[gnu::always_inline]] inline wide_limb append_blocks(wide_limb value, const residue_modulus& by,
                                                      const char* at, const char* end) noexcept {
  for (; at != end; at += block_characters) {
    const std::array<limb, block_words> words = words_of_block(at);
    for (std::size_t row = residue_row; row <= block_words; row += residue_row)
      value = with_row(value, by, [&](std::size_t i) { return words[row - 1 - i]; });
  }
  return value;
}

#if defined(__x86_64__)
[[gnu::target("avx2,bmi2")]] wide_limb append_blocks_by_avx2(wide_limb value, const residue_modulus& by,
                                                             const char* at, const char* end) noexcept {
  value = append_blocks(value, by, at, end);
  __builtin_ia32_vzeroupper();  // GCC leaves it out here, and then the callers' narrow vectors are slow
  return value;
}
#endif

wide_limb with_blocks(wide_limb value, const residue_modulus& by, const char* at, const char* end) noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    return append_blocks_by_avx2(value, by, at, end);
#endif
  return append_blocks(value, by, at, end);
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
  return by.prime.reduce(with_blocks(value, of_text, at, end));
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
  if (base == 10) return residue_of_decimal(text, count, by);
  const radix& r = radix_of(base);
  const auto digits = static_cast<std::size_t>(r.digits);
  const std::uint8_t* const values = digit_values(base);
  const limb first = value_of_digits(text, count % digits, r.base, values);
  const std::size_t words = count / digits;
  const char* const end = text + count;
  // The first word may have fewer digits: it is one word more.
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
