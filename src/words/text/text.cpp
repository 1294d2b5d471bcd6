#include "src/words/text/text.hpp"

#include <algorithm>
#include <array>

#include "src/words/linear/linear.hpp"
#include "src/words/text/bit_text.hpp"
#include "src/words/text/characters.hpp"
#include "src/words/text/radix.hpp"

namespace gbi::words {

namespace {

constexpr int decimal = 10;
constexpr limb ten_to_8 = 100'000'000;

/// A word below 10^19 in groups of 3, 8 and 8 digits.
struct decimal_groups {
  limb top, middle, low;

  explicit decimal_groups(limb word) noexcept
      : top(word / (ten_to_8 * ten_to_8)),
        middle(decimal_digits(word / ten_to_8 % ten_to_8)),
        low(decimal_digits(word % ten_to_8)) {}
};

void write_decimal(char* text, limb word) noexcept {
  const decimal_groups groups(word);
  text[0] = static_cast<char>('0' + groups.top / 100);
  text[1] = static_cast<char>('0' + groups.top / 10 % 10);
  text[2] = static_cast<char>('0' + groups.top % 10);
  store_characters(text + 3, groups.middle + eight_of('0'));
  store_characters(text + 11, groups.low + eight_of('0'));
}

/// Writes the digits of a word that is not 0, without leading zeros. \returns the place after them.
char* write_first_decimal(char* text, limb word) noexcept {
  const decimal_groups groups(word);
  if (groups.top != 0) {
    if (groups.top >= 100) *text++ = static_cast<char>('0' + groups.top / 100);
    if (groups.top >= 10) *text++ = static_cast<char>('0' + groups.top / 10 % 10);
    *text++ = static_cast<char>('0' + groups.top % 10);
    store_characters(text, groups.middle + eight_of('0'));
    store_characters(text + 8, groups.low + eight_of('0'));
    return text + 16;
  }
  const limb first = groups.middle != 0 ? groups.middle : groups.low;
  const int zeros = std::countr_zero(first) / 8, count = 8 - zeros;
  limb characters = (first + eight_of('0')) >> 8 * zeros;
  if (groups.middle != 0) {
    store_characters(text, characters);  // the next characters overwrite the excess
    store_characters(text + count, groups.low + eight_of('0'));
    return text + count + 8;
  }
  for (int i = 0; i < count; ++i, characters >>= 8) *text++ = static_cast<char>(characters);
  return text;
}

/// Writes all digits of a word. Each half becomes a fraction, and multiplying by the base moves one digit in
/// front of its point. The fraction is too large by less than 3 / 2^64. Exact fractions are multiples of 1 /
/// half_power, which is larger, and the products scale both equally. So no digit changes.
void write_word(char* text, limb word, const radix& r, const char* characters) noexcept {
  const auto fraction = [&](limb half) {
    return low_limb(wide_product(half, r.half_inverse) >> r.half_shift) + 1;
  };
  limb high = fraction(word / r.half_power), low = fraction(word % r.half_power);
  const auto next = [&](limb& remaining) {
    const wide_limb product = wide_product(remaining, r.base);
    remaining = low_limb(product);
    return characters[high_limb(product)];
  };
  const int pairs = r.digits - r.half_digits;
  if (pairs < r.half_digits) high *= r.base;  // the high half has one digit fewer
  char* const middle = text + pairs;
  for (int i = 0; i < pairs; ++i) {
    text[i] = next(high);
    middle[i] = next(low);
  }
  if (pairs < r.half_digits) middle[pairs] = next(low);
}

/// Writes the digits of a word that is not 0, without leading zeros. \returns the place after them.
char* write_first_word(char* text, limb word, const radix& r, const char* characters) noexcept {
  std::array<char, limb_bits> digits;
  write_word(digits.data(), word, r, characters);
  const char* first = digits.data();
  while (*first == '0') ++first;
  return std::copy<const char*>(first, digits.data() + r.digits, text);
}

limb read_digits(const char* text, std::size_t count, const std::uint8_t* values, limb base) noexcept {
  limb word = 0;
  for (std::size_t i = 0; i < count; ++i) word = word * base + values[static_cast<unsigned char>(text[i])];
  return word;
}

limb read_8_decimal(const char* text) noexcept {
  return decimal_value(load_characters(text) - eight_of('0'));
}

/// At most 19 digits.
limb read_decimal(const char* text, std::size_t count) noexcept {
  limb word = 0;
  for (; count >= 8; count -= 8, text += 8) word = word * ten_to_8 + read_8_decimal(text);
  for (; count > 0; --count, ++text) word = word * 10 + static_cast<limb>(*text - '0');
  return word;
}

/// Splits the digits into words, the least significant first.
void read_words(limb* words, std::size_t word_count, const char* text, std::size_t count, const radix& r,
                int base) noexcept {
  const auto digits = static_cast<std::size_t>(r.digits);
  const std::size_t first = count - (word_count - 1) * digits;
  if (base == decimal) {
    words[--word_count] = read_decimal(text, first);
    for (text += first; word_count > 0; text += digits) {
      const limb top = read_digits(text, 3, digit_values(decimal), decimal);
      words[--word_count] =
          (top * ten_to_8 + read_8_decimal(text + 3)) * ten_to_8 + read_8_decimal(text + 11);
    }
    return;
  }
  const std::uint8_t* const values = digit_values(base);
  words[--word_count] = read_digits(text, first, values, r.base);
  for (text += first; word_count > 0; text += digits)
    words[--word_count] = read_digits(text, digits, values, r.base);
}

/// How many characters from '0', 'A' and 'a' on are digits of a base.
struct digit_ranges {
  std::uint8_t figures, upper_case, lower_case;

  explicit digit_ranges(int base) noexcept
      : figures(static_cast<std::uint8_t>(std::min(base, decimal))),
        upper_case(static_cast<std::uint8_t>(std::clamp(base - decimal, 0, 26))),
        lower_case(base <= largest_base_of_one_case
                       ? upper_case
                       : static_cast<std::uint8_t>(base - largest_base_of_one_case)) {}
};

constexpr std::size_t digit_block = 512;

/// Whether all characters of a block are of one kind. Has no branches, so that the compiler vectorises it.
template <class IsOfKind>
bool are_all(const char* text, IsOfKind&& is_of_kind) noexcept {
  std::uint8_t wrong = 0;
  for (std::size_t i = 0; i < digit_block; ++i)
    wrong |= static_cast<std::uint8_t>(!is_of_kind(static_cast<std::uint8_t>(text[i])));
  return wrong == 0;
}

bool are_digits(const char* text, const digit_ranges& of) noexcept {
  const auto is_within = [](std::uint8_t c, char first, std::uint8_t count) {
    return static_cast<std::uint8_t>(c - first) < count;
  };
  if (of.upper_case == 0) return are_all(text, [&](std::uint8_t c) { return is_within(c, '0', of.figures); });
  return are_all(text, [&](std::uint8_t c) {
    const auto one = [&](char first, std::uint8_t count) {
      return static_cast<unsigned>(is_within(c, first, count));
    };
    return (one('0', of.figures) | one('A', of.upper_case) | one('a', of.lower_case)) != 0;
  });
}

std::size_t words_of_digits(std::size_t count, int base) noexcept {
  const auto digits = static_cast<std::size_t>(radix_of(base).digits);
  return (count + digits - 1) / digits;
}

}  // namespace

std::size_t find_no_digit(const char* text, std::size_t count, int base) noexcept {
  const std::uint8_t* const values = digit_values(base);
  std::size_t i = 0;
  const digit_ranges ranges(base);
  while (count - i >= digit_block && are_digits(text + i, ranges)) i += digit_block;
  while (i < count && values[static_cast<unsigned char>(text[i])] < base) ++i;
  return i;
}

std::size_t text_size(std::size_t bits, int base) noexcept {
  if (const auto width = static_cast<std::size_t>(bits_per_digit(base)); width != 0)
    return (bits + width - 1) / width;
  return high_limb(wide_product(bits, radix_of(base).digits_per_bit)) + 1;
}

std::size_t format_scratch(std::size_t n, int base) noexcept {
  if (bits_per_digit(base) != 0) return 0;
  const std::size_t count = words_of_limbs(n, radix_of(base));
  return n + count + to_words_scratch(count);
}

std::size_t format(char* text, const limb* a, std::size_t n, int base, limb* scratch) noexcept {
  n = significant(a, n);
  if (n == 0) {
    *text = '0';
    return 1;
  }
  if (const int width = bits_per_digit(base); width != 0) {
    const std::size_t bits = bit_length(a, n);
    const std::size_t count = text_size(bits, base);
    format_bits(text, count, a, n, width);
    return count;
  }
  const radix& r = radix_of(base);
  std::size_t count = words_of_limbs(n, r);
  limb* const words = scratch;
  limb* const copy = words + count;
  std::copy_n(a, n, copy);
  to_words(words, count, copy, n, r, copy + n);
  count = significant(words, count);

  char* at = text;
  if (base == decimal) {
    at = write_first_decimal(at, words[--count]);
    for (; count > 0; at += r.digits) write_decimal(at, words[--count]);
  } else {
    const char* const characters = digit_characters(base);
    at = write_first_word(at, words[--count], r, characters);
    for (; count > 0; at += r.digits) write_word(at, words[--count], r, characters);
  }
  return static_cast<std::size_t>(at - text);
}

std::size_t parse_size(std::size_t count, int base) noexcept {
  if (const auto width = static_cast<std::size_t>(bits_per_digit(base)); width != 0)
    return (count * width + limb_bits - 1) / limb_bits;
  return words_of_digits(count, base);
}

std::size_t parse_scratch(std::size_t count, int base) noexcept {
  if (bits_per_digit(base) != 0) return 0;
  const std::size_t words = words_of_digits(count, base);
  return words + from_words_scratch(words);
}

std::size_t parse(limb* out, const char* text, std::size_t count, int base, limb* scratch) noexcept {
  if (count == 0) return 0;
  const std::size_t size = parse_size(count, base);
  if (const int width = bits_per_digit(base); width != 0) {
    parse_bits(out, size, text, count, width);
    return significant(out, size);
  }
  const radix& r = radix_of(base);
  read_words(scratch, size, text, count, r, base);
  return from_words(out, scratch, size, r, scratch + size);
}

}  // namespace gbi::words
