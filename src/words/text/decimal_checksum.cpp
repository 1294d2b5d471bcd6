#include "src/words/text/decimal_checksum.hpp"

#include <algorithm>

#include "src/words/level.hpp"
#include "src/words/text/characters.hpp"
#include "src/words/text/decimal_blocks.hpp"
#include "src/words/text/text.hpp"

namespace gbi::words {

decimal_modulus decimal_modulus::of(const kernels::small_modulus& prime) noexcept {
  constexpr limb eight_digits = 100'000'000;
  decimal_modulus result{.prime = prime, .low = {}, .high = {}, .of_block = 0, .carried = 0};
  limb weight = 1;
  for (std::size_t i = eights_of_block; i-- > 0; weight = prime.multiply(weight, eight_digits)) {
    result.low[i] = static_cast<std::uint32_t>(weight & ((limb{1} << low_bits) - 1));
    result.high[i] = static_cast<std::uint32_t>(weight >> low_bits);
  }
  result.of_block = weight;
  result.carried = prime.multiply(weight, prime.reduce(kernels::wide_limb{1} << limb_bits));
  return result;
}

std::optional<limb> checksum_of_decimal(const char* text, std::size_t count,
                                        const decimal_modulus& by) noexcept {
  constexpr std::size_t eight = 8;
  constexpr limb eight_digits = 100'000'000;
  const std::size_t before = count % digits_of_block;
  if (find_no_digit(text, before, 10) != before) return std::nullopt;
  const char* at = text;
  limb head = 0;
  for (const char* const end = text + before % eight; at != end; ++at)
    head = head * 10 + static_cast<limb>(*at - '0');
  for (const char* const end = text + before; at != end; at += eight)
    head = by.prime.reduce(kernels::wide_product(head, eight_digits) +
                           decimal_value(load_characters(at) - eight_of('0')));
  const decimal_sum whole = in_use.append_blocks({head, true}, by, at, text + count);
  if (!whole.are_digits) return std::nullopt;
  return by.prime.reduce(whole.value);
}

namespace plain {

namespace {

/// The numbers of eight digits in a block. The compiler vectorises each step.
std::array<std::uint32_t, eights_of_block> joined(
    const std::array<std::uint8_t, digits_of_block>& digits) noexcept {
  std::array<std::uint8_t, digits_of_block / 2> twos;
  std::array<std::uint16_t, digits_of_block / 4> fours;
  std::array<std::uint32_t, eights_of_block> eights;
  for (std::size_t i = 0; i < twos.size(); ++i)
    twos[i] = static_cast<std::uint8_t>(digits[2 * i] * 10 + digits[2 * i + 1]);
  for (std::size_t i = 0; i < fours.size(); ++i)
    fours[i] = static_cast<std::uint16_t>(twos[2 * i] * 100 + twos[2 * i + 1]);
  for (std::size_t i = 0; i < eights.size(); ++i) eights[i] = fours[2 * i] * 10'000u + fours[2 * i + 1];
  return eights;
}

}  // namespace

decimal_sum append_blocks(decimal_sum sum, const decimal_modulus& by, const char* at,
                          const char* end) noexcept {
  std::uint8_t largest = 0;
  for (; at != end; at += digits_of_block) {
    std::array<std::uint8_t, digits_of_block> digits;
    for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = static_cast<std::uint8_t>(at[i] - '0');
    for (const std::uint8_t digit : digits) largest = std::max(largest, digit);
    const std::array<std::uint32_t, eights_of_block> eights = joined(digits);
    limb low = 0, high = 0;
    for (std::size_t i = 0; i < eights.size(); ++i) {
      low += limb{eights[i]} * by.low[i];
      high += limb{eights[i]} * by.high[i];
    }
    sum.value = with_block(sum.value, by, low, high);
  }
  return {sum.value, sum.are_digits && largest <= 9};
}

}  // namespace plain

}  // namespace gbi::words
