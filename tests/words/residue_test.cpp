/// \file
/// Residues of numbers and texts against GMP, and after every change of one bit.
#include "src/words/residue.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "src/tables/verifier.hpp"
#include "src/words/decimal_residue.hpp"
#include "tests/words/levels.hpp"
#include "tests/words/operands.hpp"

namespace gbi::test {

namespace {

class Residues : public at_every_level {
 protected:
  limb expected(const std::vector<limb>& a) const {
    return a.empty() ? 0 : mpn_mod_1(a.data(), static_cast<mp_size_t>(a.size()), by.prime.q);
  }
  limb found(const std::vector<limb>& a) const { return words::residue(a.data(), a.size(), by); }

  words::residue_modulus by = words::residue_modulus::of(tables::random_prime());
};

TEST_P(Residues, OfNumbers) {
  for (std::size_t n = 0; n < 60; ++n) {
    const std::vector<limb> ones(n, ~limb{0});
    EXPECT_EQ(found(ones), expected(ones)) << n << " limbs";
  }
  for (int round = 0; round < 300; ++round) {
    const std::vector<limb> a = words_operand(random, 2000);
    EXPECT_EQ(found(a), expected(a)) << a.size() << " limbs";
  }
  for (const limb extreme : {limb{1152921504606847009}, limb{2305843009213693951}}) {
    by = words::residue_modulus::of(extreme);
    const std::vector<limb> ones(1000, ~limb{0});
    EXPECT_EQ(found(ones), expected(ones)) << extreme;
  }
}

TEST_P(Residues, ShowEveryWrongBit) {
  std::vector<limb> a = words_operand(random, 40);
  const limb right = found(a);
  for (limb& word : a)
    for (int bit = 0; bit < limb_bits; ++bit) {
      word ^= limb{1} << bit;
      EXPECT_NE(found(a), right);
      word ^= limb{1} << bit;
    }
}

TEST_P(Residues, OfTextInEveryBase) {
  mpz_t value;
  mpz_init(value);
  for (int base = 2; base <= 62; ++base)
    for (int round = 0; round < 8; ++round) {
      const std::vector<limb> a = words_operand(random, 150);
      mpz_import(value, a.size(), -1, sizeof(limb), 0, 0, a.data());
      std::string text(mpz_sizeinbase(value, base) + 2, ' ');
      mpz_get_str(text.data(), base, value);
      text.resize(std::char_traits<char>::length(text.c_str()));
      EXPECT_EQ(words::residue_of_text(text.data(), text.size(), base, by), expected(a)) << "base " << base;
    }
  mpz_clear(value);
}

TEST_P(Residues, ShowEveryWrongDigit) {
  std::string text = "1";
  for (int i = 0; i < 2500; ++i) text += static_cast<char>('0' + random.below(10));
  const limb right = words::residue_of_text(text.data(), text.size(), 10, by);
  for (char& digit : text)
    for (char other = '0'; other <= '9'; ++other) {
      const char before = std::exchange(digit, other);
      EXPECT_EQ(words::residue_of_text(text.data(), text.size(), 10, by) == right, other == before);
      digit = before;
    }
}

TEST_P(Residues, OfLongDecimalTexts) {
  const words::decimal_modulus decimal = words::decimal_modulus::of(by.prime);
  mpz_t value;
  mpz_init(value);
  for (const std::size_t digits :
       {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{511}, std::size_t{512}, std::size_t{513},
        std::size_t{1023}, std::size_t{1024}, static_cast<std::size_t>(random.below(20'000))}) {
    std::string any(digits, '9'), nines(digits, '9');
    for (char& digit : any) digit = static_cast<char>('0' + random.below(10));
    for (const std::string& text : {any, nines, std::string(digits, '0')}) {
      mpz_set_str(value, text.empty() ? "0" : text.c_str(), 10);
      const limb right = mpz_fdiv_ui(value, by.prime.q);
      EXPECT_EQ(words::residue_of_decimal(text.data(), digits, decimal), right) << digits << " digits";
      EXPECT_EQ(words::residue_of_text(text.data(), digits, 10, by), right) << digits << " digits";
    }
  }
  mpz_clear(value);
}

TEST_P(Residues, ShowEveryCharacterThatIsNoDigit) {
  const words::decimal_modulus decimal = words::decimal_modulus::of(by.prime);
  std::string text(1500, '0');
  for (char& digit : text) digit = static_cast<char>('0' + random.below(10));
  EXPECT_TRUE(words::residue_of_decimal(text.data(), text.size(), decimal).has_value());
  for (char& digit : text)
    for (const char wrong :
         {'/', ':', '\0', '\xff', static_cast<char>(digit ^ 0x40), static_cast<char>(digit ^ 0x80)}) {
      const char before = std::exchange(digit, wrong);
      EXPECT_FALSE(words::residue_of_decimal(text.data(), text.size(), decimal).has_value());
      digit = before;
    }
}

TEST_P(Residues, OfPowersModuloAShortPrime) {
  mpz_t base, exponent, prime, power;
  mpz_inits(base, exponent, prime, power, nullptr);
  for (const limb p : {limb{3}, limb{134217757}, limb{268435399}})
    for (int round = 0; round < 50; ++round) {
      std::vector<limb> e = words_operand(random, 40);
      e.back() |= 1;
      const limb b = round == 0 ? 0 : round == 1 ? p : random.bits();
      mpz_import(exponent, e.size(), -1, sizeof(limb), 0, 0, e.data());
      mpz_set_ui(base, b);
      mpz_set_ui(prime, p);
      mpz_powm(power, base, exponent, prime);
      EXPECT_EQ(words::power_modulo_prime(b, e.data(), e.size(), p), mpz_get_ui(power)) << b << " mod " << p;
    }
  mpz_clears(base, exponent, prime, power, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Levels, Residues,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
