/// \file
/// The leaves of radix conversions: short runs of digits to limbs, and fractions to digits. The trees above
/// them consist of products (src/text).
///
/// Both directions take a word of digits at a time, with a product of the whole leaf by one word. A number is
/// made by Horner's rule. A fraction is multiplied by base^digits, and the integer part of the product has
/// the next digits. That product needs all limbs, so a warp shares them (warp_number.hpp). Horner's rule
/// begins with few limbs, so one thread multiplies them.
///
/// Read and write 8 bytes per limb and one per digit.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/radix/characters.hpp"
#include "kernels/radix/warp_number.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// One leaf per thread. k^2 / 2 products of limbs for k words.
struct parse_leaves_kernel : map_kernel<parse_leaves_kernel, parse_leaves_arguments, warp_threads, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.leaves; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t leaf) {
    limb* number = a.limbs + leaf * a.limbs_per_leaf;
    for (std::uint32_t i = 0; i < a.limbs_per_leaf; ++i) number[i] = 0;
    const std::uint64_t behind = leaf * a.words.digits;  // digits of less significant leaves
    const std::uint64_t end = behind < a.text_size ? a.text_size - behind : 0;
    std::uint64_t at = end > a.words.digits ? end - a.words.digits : 0;
    std::uint32_t used = 0;
    while (at < end) {
      limb carry = 0, scale = 1;
      for (std::uint32_t k = 0; k < a.words.digits_per_word && at < end; ++k, ++at, scale *= a.words.base)
        carry = carry * a.words.base + digit_value(a.text[at], a.words.base);
      for (std::uint32_t i = 0; i < used; ++i) {
        const wide_limb next = wide_product(number[i], scale) + carry;
        number[i] = low_limb(next);
        carry = high_limb(next);
      }
      if (carry != 0) number[used++] = carry;
    }
  }
};
parse_leaves_kernel map_of(const parse_leaves_arguments&);

/// The place of a word's digits in the text of a leaf. The first word may have fewer digits than the others.
struct word_place {
  std::uint32_t begin, end;

  GBI_DEVICE word_place(std::uint32_t word, const leaf_words& words) {
    const std::uint32_t missing = words.count * words.digits_per_word - words.digits;
    begin = word == 0 ? 0 : word * words.digits_per_word - missing;
    end = (word + 1) * words.digits_per_word - missing;
  }
};

/// One leaf per warp. The lanes divide the words among themselves to write their digits.
struct format_leaves_kernel : kernel<format_leaves_arguments, warp_threads, 16> {
  struct shared_memory {
    limb words[most_leaf_words];
    char text[most_leaf_digits];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    warp_number<Block> fraction;
    block.lone_phase([&](int lane) {
      const limb* const limbs = a.fractions.limbs + block.index() * a.fractions.stride;
      const std::uint64_t below = leaf_limbs - a.fractions.count;  // the highest limb is number 63
      const auto limb_at = [&](std::uint64_t place) { return place >= below ? limbs[place - below] : 0; };
      const std::uint64_t place = 2 * static_cast<std::uint64_t>(lane);
      fraction.low[lane] = limb_at(place);
      fraction.high[lane] = limb_at(place + 1);
    });
    for (std::uint32_t w = 0; w < a.words.count; ++w) {
      const auto above = multiply(block, fraction, w == 0 ? a.words.first_scale : a.words.scale);
      block.phase([&](int lane) {
        if (lane == warp_threads - 1) shared.words[w] = above[lane];
      });
    }
    block.phase([&](int lane) {
      for (auto w = static_cast<std::uint32_t>(lane); w < a.words.count; w += warp_threads) {
        const word_place place(w, a.words);
        if (a.words.base == 10)  // the compiler replaces divisions by a constant
          write_word<10>(shared.text, place, shared.words[w], 10);
        else
          write_word<0>(shared.text, place, shared.words[w], a.words.base);
      }
    });
    block.phase([&](int lane) {
      char* const text = a.text + std::uint64_t{a.leaves - 1 - block.index()} * a.words.digits;
      for (auto i = static_cast<std::uint32_t>(lane); i < a.words.digits; i += warp_threads)
        text[i] = shared.text[i];
    });
  }

 private:
  template <std::uint32_t Base>
  GBI_DEVICE static void write_word(char* text, word_place place, limb word, std::uint32_t any_base) {
    const std::uint32_t base = Base != 0 ? Base : any_base;
    for (std::uint32_t end = place.end; end > place.begin; --end, word /= base)
      text[end - 1] = digit_character(static_cast<std::uint32_t>(word % base), base);
  }
};

}  // namespace gbi::kernels
