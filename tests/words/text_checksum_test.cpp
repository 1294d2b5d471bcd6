/// \file
/// Checksums of texts against GMP, and after every change of one digit.
#include "src/words/text/text_checksum.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "src/faults/verifier.hpp"
#include "src/words/text/decimal_checksum.hpp"
#include "tests/words/levels.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

class TextChecksums : public at_every_level {
 protected:
  const kernels::small_modulus prime = kernels::small_modulus::of(faults::random_prime());
};

TEST_P(TextChecksums, InEveryBase) {
  mpz_t value;
  mpz_init(value);
  for (int base = 2; base <= 62; ++base)
    for (int round = 0; round < 8; ++round) {
      const std::vector<limb> a = words_operand(random, 150);
      mpz_import(value, a.size(), -1, sizeof(limb), 0, 0, a.data());
      std::string text(mpz_sizeinbase(value, base) + 2, ' ');
      mpz_get_str(text.data(), base, value);
      text.resize(std::char_traits<char>::length(text.c_str()));
      EXPECT_EQ(words::checksum_of_text(text.data(), text.size(), base, prime),
                mpn_mod_1(a.data(), static_cast<mp_size_t>(a.size()), prime.q))
          << "base " << base;
    }
  mpz_clear(value);
}

TEST_P(TextChecksums, ShowEveryWrongDigit) {
  const words::decimal_modulus decimal = words::decimal_modulus::of(prime);
  std::string text = "1";
  for (int i = 0; i < 2500; ++i) text += static_cast<char>('0' + random.below(10));
  const auto in_base_10 = [&] { return words::checksum_of_decimal(text.data(), text.size(), decimal); };
  const auto in_base_36 = [&] { return words::checksum_of_text(text.data(), text.size(), 36, prime); };
  const auto right_10 = in_base_10();
  const limb right_36 = in_base_36();
  for (char& digit : text)
    for (char other = '0'; other <= '9'; ++other) {
      const char before = std::exchange(digit, other);
      EXPECT_EQ(in_base_10() == right_10, other == before);
      EXPECT_EQ(in_base_36() == right_36, other == before);
      digit = before;
    }
}

TEST_P(TextChecksums, OfDecimalTexts) {
  const words::decimal_modulus decimal = words::decimal_modulus::of(prime);
  mpz_t value;
  mpz_init(value);
  for (const std::size_t digits :
       {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{511}, std::size_t{512}, std::size_t{513},
        std::size_t{1023}, std::size_t{1024}, static_cast<std::size_t>(random.below(20'000))}) {
    std::string any(digits, '9'), nines(digits, '9');
    for (char& digit : any) digit = static_cast<char>('0' + random.below(10));
    for (const std::string& text : {any, nines, std::string(digits, '0')}) {
      mpz_set_str(value, text.empty() ? "0" : text.c_str(), 10);
      const limb right = mpz_fdiv_ui(value, prime.q);
      EXPECT_EQ(words::checksum_of_decimal(text.data(), digits, decimal), right) << digits << " digits";
      EXPECT_EQ(words::checksum_of_text(text.data(), digits, 10, prime), right) << digits << " digits";
    }
  }
  mpz_clear(value);
}

TEST_P(TextChecksums, ShowEveryCharacterThatIsNoDigit) {
  const words::decimal_modulus decimal = words::decimal_modulus::of(prime);
  std::string text(1500, '0');
  for (char& digit : text) digit = static_cast<char>('0' + random.below(10));
  EXPECT_TRUE(words::checksum_of_decimal(text.data(), text.size(), decimal).has_value());
  for (char& digit : text)
    for (const char wrong :
         {'/', ':', '\0', '\xff', static_cast<char>(digit ^ 0x40), static_cast<char>(digit ^ 0x80)}) {
      const char before = std::exchange(digit, wrong);
      EXPECT_FALSE(words::checksum_of_decimal(text.data(), text.size(), decimal).has_value());
      digit = before;
    }
}

INSTANTIATE_TEST_SUITE_P(Levels, TextChecksums,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
