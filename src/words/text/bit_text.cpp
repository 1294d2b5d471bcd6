#include "src/words/text/bit_text.hpp"

#include "src/words/text/characters.hpp"

namespace gbi::words {

namespace {

constexpr std::size_t block = 8;  // digits

}  // namespace

void format_bits(char* text, std::size_t count, const limb* a, std::size_t n, int bits) noexcept {
  const std::size_t width = block * static_cast<std::size_t>(bits);
  for (std::size_t position = 0; count > 0; position += width) {
    const std::size_t at = position / limb_bits;
    const int shift = static_cast<int>(position % limb_bits);
    const limb low = at < n ? a[at] : 0, high = at + 1 < n ? a[at + 1] : 0;
    const limb groups = (low >> shift | high << 1 << (limb_bits - 1 - shift)) & ((limb{1} << width) - 1);
    const limb characters = characters_of_one_case(spread(groups, bits));
    if (count >= block) {
      count -= block;
      store_characters(text + count, characters);
    } else {
      for (int byte = 7; count > 0; --byte) text[--count] = static_cast<char>(characters >> 8 * byte);
    }
  }
}

void parse_bits(limb* out, std::size_t n, const char* text, std::size_t count, int bits) noexcept {
  const int width = static_cast<int>(block) * bits;
  limb* const end = out + n;
  limb collected = 0;
  int used = 0;
  while (count > 0) {
    limb characters = 0;
    if (count >= block) {
      count -= block;
      characters = load_characters(text + count);
    } else {
      characters = eight_of('0');
      for (int byte = 7; count > 0; --byte) {
        characters &= ~(limb{0xff} << 8 * byte);
        characters |= static_cast<limb>(static_cast<unsigned char>(text[--count])) << 8 * byte;
      }
    }
    const limb groups = gathered(digits_of_one_case(characters), bits);
    collected |= groups << used;
    used += width;
    if (used >= limb_bits) {
      *out++ = collected;
      used -= limb_bits;
      collected = used > 0 ? groups >> (width - used) : 0;
    }
  }
  // The last block may extend beyond the number, into zeros.
  if (out < end) *out++ = collected;
  while (out < end) *out++ = 0;
}

}  // namespace gbi::words
