/// \file
/// Text of short numbers against GMP.
#include "src/words/text/text.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <string>

#include "src/words/linear/linear.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

std::string gmp_text(const std::vector<limb>& a, int base) {
  mpz_t view;
  mpz_roinit_n(view, a.data(), static_cast<mp_size_t>(a.size()));
  std::string text(mpz_sizeinbase(view, base) + 2, '\0');
  mpz_get_str(text.data(), base, view);
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

std::string formatted(const std::vector<limb>& a, int base) {
  const std::size_t n = words::significant(a.data(), a.size());
  const std::size_t bits = n == 0 ? 1 : mpn_sizeinbase(a.data(), static_cast<mp_size_t>(n), 2);
  guarded<char> text(words::text_size(bits, base));
  guarded<limb> scratch(words::format_scratch(a.size(), base));
  const std::size_t count = words::format(text.data(), a.data(), a.size(), base, scratch.data());
  EXPECT_LE(count, text.size());
  EXPECT_GE(count + 1, text.size());
  return {text.data(), count};
}

std::vector<limb> parsed(const std::string& text, int base) {
  guarded<limb> out(words::parse_size(text.size(), base));
  guarded<limb> scratch(words::parse_scratch(text.size(), base));
  const std::size_t n = words::parse(out.data(), text.data(), text.size(), base, scratch.data());
  EXPECT_LE(n, out.size());
  return {out.data(), out.data() + n};
}

void check(std::vector<limb> a, int base) {
  const std::string expected = gmp_text(a, base);
  ASSERT_EQ(formatted(a, base), expected) << "base " << base << ", " << a.size() << " limbs";
  a.resize(words::significant(a.data(), a.size()));
  ASSERT_EQ(parsed(expected, base), a) << "base " << base << ", " << expected;
}

TEST(WordsText, LikeGmpInAllBases) {
  random_source random(test_seed());
  for (int base = 2; base <= 62; ++base)
    for (int round = 0; round < 100; ++round)
      ASSERT_NO_FATAL_FAILURE(check(words_operand(random, round % 10 == 0 ? 400 : 40), base));
  for (int round = 0; round < 300; ++round) ASSERT_NO_FATAL_FAILURE(check(words_operand(random, 400), 10));
  ASSERT_NO_FATAL_FAILURE(check(std::vector<limb>(3000, ~limb{0}), 10));
}

TEST(WordsText, AroundPowersOfTheBase) {
  mpz_t power;
  mpz_init(power);
  for (int base = 2; base <= 62; ++base)
    for (unsigned exponent = 0; exponent < 700; exponent = exponent < 100 ? exponent + 1 : exponent * 8 / 7)
      for (const int offset : {-1, 0, 1}) {
        mpz_ui_pow_ui(power, static_cast<unsigned>(base), exponent);
        offset < 0 ? mpz_sub_ui(power, power, 1) : mpz_add_ui(power, power, static_cast<unsigned>(offset));
        const limb* const limbs = mpz_limbs_read(power);
        ASSERT_NO_FATAL_FAILURE(check({limbs, limbs + mpz_size(power)}, base));
      }
  mpz_clear(power);
}

TEST(WordsText, LeadingZerosAndLettersOfBothCases) {
  random_source random(test_seed());
  for (int base = 2; base <= 62; ++base)
    for (int round = 0; round < 20; ++round) {
      std::vector<limb> a = words_operand(random, 60);
      std::string text = std::string(random.log_uniform(1, 300), '0') + gmp_text(a, base);
      a.resize(words::significant(a.data(), a.size()));
      if (base <= 36)
        for (char& c : text)
          if (c >= 'a' && random.coin()) c = static_cast<char>(c - 'a' + 'A');
      ASSERT_EQ(parsed(text, base), a) << "base " << base << ", " << text;
    }
  for (const int base : {2, 10, 62}) {
    EXPECT_EQ(parsed("", base), std::vector<limb>());
    EXPECT_EQ(formatted({}, base), "0");
    EXPECT_EQ(formatted({0, 0}, base), "0");
  }
}

TEST(WordsText, FindsWhatIsNoDigit) {
  for (int base = 2; base <= 62; ++base)
    for (int c = 0; c < 256; ++c) {
      const std::string text = std::string("10") + static_cast<char>(c) + "1";
      const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
      const int value = c >= '0' && c <= '9' ? c - '0'
                        : upper              ? c - 'A' + 10
                        : lower              ? c - 'a' + (base <= 36 ? 10 : 36)
                                             : 99;
      EXPECT_EQ(words::find_no_digit(text.data(), text.size(), base), value < base ? 4u : 2u);
      // The same far from the beginning, where whole blocks are examined.
      const std::string before(1000 + static_cast<std::size_t>(7 * c), '1'), longer = before + text;
      EXPECT_EQ(words::find_no_digit(longer.data(), longer.size(), base),
                before.size() + (value < base ? 4u : 2u));
    }
}

}  // namespace

}  // namespace gbi::test
