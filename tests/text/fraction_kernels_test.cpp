/// \file
/// The kernels that convert numbers to text, tested alone: centring of fractions, digits of leaves, checksums
/// of texts.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "src/context/engine.hpp"
#include "src/number/carry_chain.hpp"
#include "src/text/radix_tree.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

integer two_to(std::uint64_t exponent) {
  return integer(1) << exponent;
}

class Fractions : public on_executor {
 protected:
  /// from[g] + floor((2^63 - excess[g]) mantissa / 2^shift), for two problems.
  void expect_centred(const limbs& from, std::array<limb, 2> excess, limb mantissa, std::uint32_t shift,
                      bool in_place) {
    const std::size_t count = from.size();
    limbs both(from);
    both.insert(both.end(), from.rbegin(), from.rend());
    const exec::buffer<limb> source(executor(), std::span<const limb>(both)),
        excesses(executor(), std::span<const limb>(excess)), apart(executor(), 2 * count);
    limb* const target = in_place ? source.data() : apart.data();
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), count, 2);
    executor().launch(kernels::centre_arguments{{source.data(), count, count},
                                                {target, count, count},
                                                excesses.data(),
                                                1,
                                                mantissa,
                                                shift,
                                                chain.get(),
                                                2});
    limbs found(2 * count);
    executor().download(found.data(), target, found.size() * sizeof(limb));
    for (std::size_t g = 0; g < 2; ++g) {
      const integer offset = (two_to(63) - integer(limbs{excess[g]})) * integer(limbs{mantissa}) >> shift;
      const integer wanted = (integer(limbs(both.begin() + static_cast<std::ptrdiff_t>(g * count),
                                            both.begin() + static_cast<std::ptrdiff_t>((g + 1) * count))) +
                              offset + two_to(64 * count))
                                 .low_bits(64 * count);
      ASSERT_TRUE(matches(integer(limbs(found.begin() + static_cast<std::ptrdiff_t>(g * count),
                                        found.begin() + static_cast<std::ptrdiff_t>((g + 1) * count))),
                          wanted))
          << count << " limbs, excess " << excess[g] << ", mantissa " << mantissa << ", shift " << shift;
    }
  }
};

TEST_P(Fractions, MoveToTheMiddle) {
  constexpr limb top = limb{1} << 63;
  const std::array<limb, 6> excesses{0, 1, top - 1, top, top + 1, ~limb{0}};
  for (const std::size_t count : {2, 3, 31, 64, 1023, 1024, 1025, 5000})
    for (const limbs& from : {random_limbs(random, count), limbs(count), limbs(count, ~limb{0})})
      for (const limb mantissa : {top, ~limb{0}, top | random.bits()})
        for (const std::uint32_t shift : {0U, 1U, 63U})
          expect_centred(from,
                         {excesses[random.below(excesses.size())], random.coin() ? random.bits() : top + 1},
                         mantissa, shift, random.coin());
}

// Centred fractions of random values, of every length that a leaf may have.
TEST_P(Fractions, BecomeDigits) {
  for (const int base : {3, 7, 10, 36, 57, 62}) {
    const text::base_words words = text::words_of(base);
    for (int round = 0; round < 12; ++round) {
      const std::uint64_t most = text::radix_tree::longest_leaf(base);
      const std::uint64_t digits = round == 0 ? 1 : round == 1 ? most : 1 + random.below(most);
      integer power;
      mpz_ui_pow_ui(power.get(), static_cast<unsigned long>(base), digits);
      const std::uint64_t count = (power.bit_length() + 63) / 64 + 1;
      constexpr std::uint32_t leaves = 3;
      const std::uint64_t stride = count + random.below(3);
      limbs fractions(leaves * stride, ~limb{0});
      std::string wanted;
      for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const integer value = leaf == 0   ? integer(0)
                              : leaf == 1 ? power - integer(1)
                                          : random_integer(random, power.bit_length() - 1);
        const integer magnitude = value.sign() < 0 ? -value : value;
        const integer fraction = ((magnitude * integer(2) + integer(1)) * two_to(64 * count - 1)) / power;
        const limbs of_leaf = fraction.to_limbs(count);
        std::copy(of_leaf.begin(), of_leaf.end(),
                  fractions.begin() + static_cast<std::ptrdiff_t>(leaf * stride));
        const std::string shown = magnitude.to_string(base);
        wanted.insert(0, std::string(digits - shown.size(), '0') + shown);
      }
      const exec::buffer<limb> on_device(executor(), std::span<const limb>(fractions));
      const exec::buffer<char> text(executor(), leaves * digits);
      const auto word_count =
          static_cast<std::uint32_t>((digits + words.digits_per_word - 1) / words.digits_per_word);
      const auto first = static_cast<std::uint32_t>((digits - 1) % words.digits_per_word + 1);
      const kernels::leaf_words cut{static_cast<std::uint32_t>(base),
                                    static_cast<std::uint32_t>(digits),
                                    words.digits_per_word,
                                    word_count,
                                    words.power(first),
                                    words.power(words.digits_per_word)};
      executor().launch(
          kernels::format_leaves_arguments{{on_device.data(), count, stride}, leaves, cut, text.data()});
      std::string found(text.size(), ' ');
      executor().download(found.data(), text.data(), found.size());
      ASSERT_EQ(found, wanted) << digits << " digits in base " << base;
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Fractions);

}  // namespace

}  // namespace gbi::test
